/** Counts a workspace's certificates without reading all of them for each page of the list. */

/** Counts the rows of a workspace from an index upwards, optionally below another index. */
export type CountRange = (workspaceId: string, from: number, below?: number) => Promise<number>

/** Counts all certificates of a workspace. @param signedSize number of signed entries */
export type CountAll = (workspaceId: string, signedSize: number) => Promise<number>

/** The count below an index; it expires {@link CACHE_MS} after it was first computed. */
type CachedCount = { below: number; count: number; computedAtMs: number }

/** A row is written shortly after its entry, so only the most recent entries can still get rows. */
const RECENT_ENTRIES = 1_000
/** A retry after a crash can add an older row, so counts expire after this time. */
const CACHE_MS = 600_000
const MAX_CACHED_WORKSPACES = 10_000

export function createCounter(countRange: CountRange, nowMs: () => number): CountAll {
  const cache = new Map<string, CachedCount>()
  return async (workspaceId, signedSize) => {
    const cached = cache.get(workspaceId)
    const isFresh = cached !== undefined && nowMs() - cached.computedAtMs < CACHE_MS
    const from: CachedCount = isFresh ? cached : { below: 0, count: 0, computedAtMs: nowMs() }
    const below = Math.max(from.below, signedSize - RECENT_ENTRIES)
    const more = below > from.below ? await countRange(workspaceId, from.below, below) : 0
    const count = from.count + more
    cache.delete(workspaceId)
    cache.set(workspaceId, { ...from, below, count })
    dropOldest(cache)
    return count + (await countRange(workspaceId, below))
  }
}

/** Maps keep insertion order, so the first key is the least recently used one. */
function dropOldest(cache: Map<string, CachedCount>): void {
  const [oldest] = cache.keys()
  if (cache.size > MAX_CACHED_WORKSPACES && oldest !== undefined) cache.delete(oldest)
}
