import type { ReportedPart, ReportedVitals } from '@inkproof/protocol/browser-reports'
import { MAX_OF_VISIT } from '@inkproof/protocol/report-limits'
import type { Part } from './find-part.ts'

export type Count = Exclude<keyof typeof MAX_OF_VISIT, 'visits'>

export type Collector = {
  /** Counts a part as loaded in this visit. */
  load(part: Part): void
  /** Counts one failure, error or violation. Returns whether it is below the maximum of a visit. */
  count(part: Part, what: Count): boolean
  /** Adds a measurement, unless the part already has one. */
  measure(part: Part, vital: keyof ReportedVitals, value: number): void
  /** Returns what has been added since the last call, by part. */
  take(): ReportedPart[]
}

type Entry = { total: Record<Count, number>; measured: Set<string>; unsent: ReportedPart }

/** Collects the numbers of one visit. A part that is counted in any way has been visited, once. */
export function createCollector(): Collector {
  const entries = new Map<string, Entry>()
  const entryOf = (part: Part): Entry => {
    const key = `${part.package} ${part.version}`
    const entry = entries.get(key) ?? newEntry(part)
    entries.set(key, entry)
    return entry
  }
  return {
    load: (part) => void entryOf(part),
    count: (part, what) => {
      const { total, unsent } = entryOf(part)
      if (total[what] >= MAX_OF_VISIT[what]) return false
      total[what] += 1
      unsent[what] += 1
      return true
    },
    measure: (part, vital, value) => {
      const { measured, unsent } = entryOf(part)
      if (measured.has(vital)) return
      measured.add(vital)
      unsent.vitals = { ...unsent.vitals, [vital]: value }
    },
    take: () =>
      [...entries.values()].flatMap((entry) => {
        const { unsent } = entry
        entry.unsent = emptyReport(unsent, 0)
        return isEmpty(unsent) ? [] : [unsent]
      }),
  }
}

function newEntry(part: Part): Entry {
  const total = { failures: 0, errors: 0, violations: 0 }
  return { total, measured: new Set(), unsent: emptyReport(part, 1) }
}

function emptyReport({ package: name, version }: Part, visits: 0 | 1): ReportedPart {
  return { package: name, version, visits, failures: 0, errors: 0, violations: 0 }
}

function isEmpty({ visits, failures, errors, violations, vitals }: ReportedPart): boolean {
  return visits + failures + errors + violations === 0 && vitals === undefined
}
