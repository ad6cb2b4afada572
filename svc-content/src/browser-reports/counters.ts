/** The names of the counters of one version, and what a report adds to them. */
import type { PartCounts, ReportedPart, VitalRatings } from '@inkproof/protocol/browser-reports'
import { MAX_OF_VISIT } from '@inkproof/protocol/report-limits'
import { rateVital, type Vital } from './rate-vitals.ts'

const EVENTS = Object.keys(MAX_OF_VISIT) as (keyof typeof MAX_OF_VISIT)[]
const VITALS: readonly Vital[] = ['lcp', 'inp', 'cls']

/** Returns what to add to each counter for a reported part; counters without an increase are missing. */
export function incrementsFor(part: ReportedPart): Map<string, number> {
  const events = EVENTS.map((event) => [event, Math.min(part[event], MAX_OF_VISIT[event])] as const)
  const ratings = VITALS.flatMap((vital) => {
    const value = part.vitals?.[vital]
    return value === undefined ? [] : [[`${vital}.${rateVital(vital, value)}`, 1] as const]
  })
  return new Map([...events, ...ratings].filter(([, increase]) => increase > 0))
}

/** Returns the counts of a version from its counters. */
export function countsFrom(
  { package: name, version }: Pick<PartCounts, 'package' | 'version'>,
  counters: ReadonlyMap<string, number>,
): PartCounts {
  const count = (counter: string) => counters.get(counter) ?? 0
  const ratings = (vital: Vital): VitalRatings => ({
    good: count(`${vital}.good`),
    fair: count(`${vital}.fair`),
    poor: count(`${vital}.poor`),
  })
  return {
    package: name,
    version,
    visits: count('visits'),
    failures: count('failures'),
    errors: count('errors'),
    violations: count('violations'),
    vitals: { lcp: ratings('lcp'), inp: ratings('inp'), cls: ratings('cls') },
  }
}
