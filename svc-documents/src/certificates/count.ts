/** Counts a workspace's certificates without going through all of them at each look at the list. */

/** Rows of a workspace from one index on, below another where one is given. */
export type CountRange = (workspaceId: string, from: number, below?: number) => Promise<number>

/** @param signedSize entries below this are in a signed state */
export type CountAll = (workspaceId: string, signedSize: number) => Promise<number>

/** How many lie below an index. `atMs` is when it was first counted. */
type Known = { below: number; count: number; atMs: number }

/** A certificate's row follows its entry within moments; further back nothing is added any more. */
const STILL_MOVING = 1_000
/** A retry after a crash can add an older row: counts start anew after this. */
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

/** A map keeps the order of insertion, so its first key is the one not asked about for longest. */
function dropOldest(known: Map<string, Known>): void {
  const [oldest] = known.keys()
  if (known.size > WORKSPACES_KEPT && oldest !== undefined) known.delete(oldest)
}
