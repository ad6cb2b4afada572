/** Decides on the next anchor: the state of the log that follows the one on the chain. */
import { fromHex, to0x, toHex } from '@inkproof/proof/bytes'
import { headHash } from '@inkproof/proof/log-anchor'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import type { TileReader } from '@inkproof/proof/tile'
import { consistencyFromTiles, rootFromTiles } from '@inkproof/proof/tile-proofs'
import { verifyConsistency } from '@inkproof/proof/tree'
import type { HeadsStore } from '../log/heads-store.ts'
import type { AnchorStore } from './anchor-store.ts'
import type { AnchorRow } from './anchors.model.ts'
import type { PlannedStatus } from './append-status.ts'
import type { AnchoredHead } from './observe.ts'

export type PlanDeps = {
  store: AnchorStore
  heads: HeadsStore
  read: TileReader
  /** Returns the checkpoint of a state; signing it again gives the same bytes. */
  noteOf: (size: number, root: string) => string
  now: () => Date
}

/** The state before the first anchor, with size 0. */
const NO_ROOT = '0'.repeat(64)

/**
 * Whether entries wait for an anchor, or for one whose status covers them.
 *
 * Status entries alone never do; otherwise an idle log would anchor forever.
 */
export function isWaiting(
  { lastContent }: { lastContent: number },
  head: Pick<AnchoredHead, 'size' | 'row'> | null,
): boolean {
  if (!head) return lastContent >= 0
  return lastContent >= Math.min(head.size, head.row?.status.size ?? head.size)
}

/**
 * Returns the row of the anchor that follows the state on the chain; undefined until the status
 * entry is in a signed state. It anchors exactly the state that ends with the status entry, not the
 * newest one: only there does the status cover everything.
 *
 * Everything it covers is in both stores already, because a state is published after its files.
 *
 * @throws ProofError when the files do not lead from one state to the other
 */
export async function plan(
  deps: PlanDeps,
  from: { size: number; root: string } | null,
  status: PlannedStatus,
): Promise<AnchorRow | undefined> {
  if (status.index >= (await deps.heads.read()).size) return undefined
  const toSize = status.index + 1
  const [size1, size2] = [BigInt(from?.size ?? 0), BigInt(toSize)]
  const root = await rootFromTiles(deps.read, size2, nodeSha256)
  const proof = await consistencyFromTiles(deps.read, size1, size2, nodeSha256)
  // A row is written once, so it must be verified first.
  if (from) verifyConsistency(size1, size2, fromHex(from.root), root, proof, nodeSha256)
  return deps.store.plan({
    _id: Number(size1),
    fromRoot: from?.root ?? NO_ROOT,
    toSize,
    toRoot: toHex(root),
    toHead: to0x(headHash(size2, root)),
    note: deps.noteOf(toSize, toHex(root)),
    proof: proof.map(toHex),
    status,
    plannedAt: deps.now(),
    attempts: 0,
    txs: [],
  })
}
