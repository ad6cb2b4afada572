import {
  BrowserReportCounts,
  type PartCounts,
  type VitalRatings,
} from '@inkproof/protocol/browser-reports'
import { urlOf } from '@inkproof/protocol/call-url'
import { showBrowserReports } from '@inkproof/protocol/calls/browser-reports'

const TIMEOUT_MS = 5000

/** Fetches what browsers of visitors reported in the last 24 hours. @throws if there is no valid response */
export async function fetchReports(): Promise<BrowserReportCounts> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(urlOf(showBrowserReports), { cache: 'no-store', signal })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return BrowserReportCounts.parse(await response.json())
}

/** The counts of a part: of its live version, if that was visited, and of others, the most visited first. */
export type ReportsOfPart = { live: PartCounts | undefined; others: PartCounts[] }

export function reportsOf(
  { parts }: BrowserReportCounts,
  { package: name, version }: Pick<PartCounts, 'package' | 'version'>,
): ReportsOfPart {
  const visited = parts.filter((part) => part.package === name && part.visits > 0)
  return {
    live: visited.find((part) => part.version === version),
    others: visited.filter((part) => part.version !== version).sort((a, b) => b.visits - a.visits),
  }
}

/** Returns the percentage of good measurements, rounded down so that 100 means all; null if there is none. */
export function goodPercent({ good, fair, poor }: VitalRatings): number | null {
  const total = good + fair + poor
  return total === 0 ? null : Math.floor((100 * good) / total)
}
