/** Plans the next anchor: the state of the log that follows the one on the chain. */
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

/**
 * Returns the signed checkpoint of a state; signing is deterministic. `anchoredSize` is the size of the anchored state
 * before it.
 */
export type SignNote = (size: number, root: string, anchoredSize: number) => Promise<string>

export type PlanDeps = {
  store: AnchorStore
  heads: HeadsStore
  read: TileReader
  signNote: SignNote
  now: () => Date
}

/** The old root of the first anchor. */
const EMPTY_ROOT = '0'.repeat(64)

/**
 * Whether there are entries that no anchor covers, or that the status of the last anchor does not cover.
 *
 * Status entries alone do not need an anchor; otherwise an idle log would anchor forever.
 */
export function needsAnchor(
  { lastContent }: { lastContent: number },
  head: Pick<AnchoredHead, 'size' | 'row'> | null,
): boolean {
  if (!head) return lastContent >= 0
  return lastContent >= Math.min(head.size, head.row?.status.size ?? head.size)
}

/**
 * Returns the row of the anchor that follows the state on the chain; undefined until the status
 * entry is in a signed state. The new anchor covers the state that ends with the status entry, not
 * the newest state, which may have entries that the status does not cover.
 *
 * Both stores already contain the files needed here, because a state is published after its files.
 *
 * @throws ProofError when the files do not prove that the new state extends the anchored one
 */
export async function plan(
  deps: PlanDeps,
  from: { size: number; root: string } | null,
  status: PlannedStatus,
): Promise<AnchorRow | undefined> {
  if (status.index >= (await deps.heads.read()).size) return undefined
  const toSize = status.index + 1
  const [oldSize, newSize] = [BigInt(from?.size ?? 0), BigInt(toSize)]
  const root = await rootFromTiles(deps.read, newSize, nodeSha256)
  const proof = await consistencyFromTiles(deps.read, oldSize, newSize, nodeSha256)
  // Rows are never changed, so the proof is verified before the row is written.
  if (from) verifyConsistency(oldSize, newSize, fromHex(from.root), root, proof, nodeSha256)
  return deps.store.plan({
    _id: Number(oldSize),
    fromRoot: from?.root ?? EMPTY_ROOT,
    toSize,
    toRoot: toHex(root),
    toHead: to0x(headHash(newSize, root)),
    note: await deps.signNote(toSize, toHex(root), Number(oldSize)),
    proof: proof.map(toHex),
    status,
    plannedAt: deps.now(),
    attempts: 0,
    txs: [],
  })
}
