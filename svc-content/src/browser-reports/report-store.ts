/** The counts of reports in Redis: a hash for each hour, so that all instances of the service count together. */
import type { BrowserReportCounts, ReportedPart } from '@inkproof/protocol/browser-reports'
import type { RedisClient } from '@inkproof/service-kit/redis-connection'
import { defineScript } from '@inkproof/service-kit/redis-script'
import { countsFrom, incrementsFor } from './counters.ts'

const HOUR_MS = 60 * 60 * 1000
/** The current hour and those before it that are returned. */
const HOURS = 24
/** Longer than an hour can belong to the last 24, with a margin for differences between the clocks of instances. */
const KEPT_SECONDS = 30 * 60 * 60

/** ARGV: seconds to keep the hour, then a field and its increase for each counter. */
const addCounts = defineScript(
  'count-browser-reports',
  ['hour'],
  `for i = 2, #ARGV, 2 do redis.call('HINCRBY', hour, ARGV[i], ARGV[i + 1]) end
redis.call('EXPIRE', hour, ARGV[1])`,
)

export type ReportStore = {
  /** Adds the numbers of a report to those of the current hour. */
  add(parts: readonly ReportedPart[]): Promise<void>
  /** Returns the counts of the last 24 hours, sorted by part and version. */
  read(): Promise<BrowserReportCounts>
}

export function createReportStore(redis: RedisClient, now: () => Date): ReportStore {
  const currentHour = () => Math.floor(now().getTime() / HOUR_MS)
  return {
    add: async (parts) => {
      const increases = parts.flatMap((part) =>
        [...incrementsFor(part)].flatMap(([counter, increase]) => [
          `${part.package} ${part.version} ${counter}`,
          increase,
        ]),
      )
      if (increases.length === 0) return
      await addCounts(redis, { hour: hourKey(currentHour()) }, KEPT_SECONDS, ...increases)
    },
    read: async () => {
      const first = currentHour() - HOURS + 1
      const hours = Array.from({ length: HOURS }, (_, index) => first + index)
      const hashes = await Promise.all(hours.map((hour) => redis.hgetall(hourKey(hour))))
      return { since: new Date(first * HOUR_MS).toISOString(), parts: sumUp(hashes) }
    },
  }
}

/** The key of an hour, counted since 1970. No command uses two of them, so they need no hash tag. */
function hourKey(hour: number): string {
  return `browser-reports:${hour}`
}

function sumUp(hashes: readonly Record<string, string>[]): BrowserReportCounts['parts'] {
  const versions = new Map<string, Map<string, number>>()
  for (const [field, value] of hashes.flatMap((hash) => Object.entries(hash))) {
    const [name = '', version = '', counter = ''] = field.split(' ')
    const key = `${name} ${version}`
    const counters = versions.get(key) ?? new Map<string, number>()
    counters.set(counter, (counters.get(counter) ?? 0) + Number(value))
    versions.set(key, counters)
  }
  return [...versions]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, counters]) => {
      const [name = '', version = ''] = key.split(' ')
      return countsFrom({ package: name, version }, counters)
    })
}
