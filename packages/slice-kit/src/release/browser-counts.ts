import type { Reading } from './canary-decision.ts'

const TIMEOUT_MS = 5000

/**
 * Returns what browsers reported to the installation at `origin` about a version of a part in the last 24 hours.
 *
 * @throws Error if the counts cannot be read
 */
export async function readBrowserCounts(
  origin: string,
  name: string,
  version: string,
): Promise<Reading> {
  const url = new URL('/api/content/browser-reports', origin)
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.status === 429) throw new Error(tooManyRequests(response))
    if (!response.ok) throw new Error(`its status is ${response.status}`)
    return findCounts(await response.json(), name, version)
  } catch (error) {
    const { message, cause } = error as Error
    throw new Error(`${url} cannot be read: ${(cause as Error | undefined)?.message || message}`)
  }
}

function tooManyRequests({ headers }: Response): string {
  const seconds = headers.get('retry-after')
  return `too many requests from this address; try again ${seconds ? `in ${seconds} s` : 'later'}`
}

/** Returns the counts of a version from the response; zero if nothing was reported about it. */
export function findCounts(response: unknown, name: string, version: string): Reading {
  const { since, parts } = response as { since?: unknown; parts?: unknown }
  if (typeof since !== 'string') throw new Error('it does not say since when it counts')
  if (!Array.isArray(parts)) throw new Error('it contains no list of parts')
  const found = parts.find((part) => part.package === name && part.version === version)
  const { visits, failures } = found ?? { visits: 0, failures: 0 }
  if (!isCount(visits) || !isCount(failures)) throw new Error('its counts are malformed')
  return { since, visits, failures }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
