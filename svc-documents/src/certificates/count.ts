/** Counts a workspace's certificates without reading all of them for each page of the list. */

/** Rows of a workspace from an index on, and below another index if given. */
export type CountRange = (workspaceId: string, from: number, below?: number) => Promise<number>

/** @param signedSize number of signed entries */
export type CountAll = (workspaceId: string, signedSize: number) => Promise<number>

/** The count below an index. `atMs` is when it was first computed. */
type Known = { below: number; count: number; atMs: number }

/** A certificate's row follows its entry within moments; further back, no rows are added. */
const STILL_MOVING = 1_000
/** A retry after a crash can add an older row, so counts expire after this time. */
const KEPT_MS = 600_000
const WORKSPACES_KEPT = 10_000

export function createCounter(countRange: CountRange, nowMs: () => number): CountAll {
  const known = new Map<string, Known>()
  return async (workspaceId, signedSize) => {
    const before = known.get(workspaceId)
    const isKept = before !== undefined && nowMs() - before.atMs < KEPT_MS
    const from: Known = isKept ? before : { below: 0, count: 0, atMs: nowMs() }
    const below = Math.max(from.below, signedSize - STILL_MOVING)
    const more = below > from.below ? await countRange(workspaceId, from.below, below) : 0
    const count = from.count + more
    known.delete(workspaceId)
    known.set(workspaceId, { ...from, below, count })
    dropOldest(known)
    return count + (await countRange(workspaceId, below))
  }
}

/** A map keeps insertion order, so its first key is the least recently used one. */
function dropOldest(known: Map<string, Known>): void {
  const [oldest] = known.keys()
  if (known.size > WORKSPACES_KEPT && oldest !== undefined) known.delete(oldest)
}
