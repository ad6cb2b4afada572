/** Decides on the next anchor: which state of the log follows the one on the chain. */
import { fromHex, to0x, toHex } from '@inkproof/proof/bytes'
import { headHash } from '@inkproof/proof/log-anchor'
import { consistencyFromTiles, type TileReader } from '@inkproof/proof/tile'
import type { Appender } from '../log/append.ts'
import type { GrowingTree } from '../log/growing-tree.ts'
import type { HeadsStore } from '../log/heads-store.ts'
import { nodeSha256 } from '../log/sha256.ts'
import type { AnchorStore } from './anchor-store.ts'
import type { AnchorRow } from './anchors.model.ts'
import { statusEntryBelow } from './status-entry.ts'

export type PlanDeps = {
  store: AnchorStore
  appender: Appender
  heads: HeadsStore
  read: TileReader
  now: () => Date
}

/** A status entry that the next anchor shall cover: its index, and the entries it speaks of. */
export type PlannedStatus = { index: number; size: number }

/** Names the state before the first anchor, with size 0. */
const NO_ROOT = '0'.repeat(64)

/** Whether entries wait for an anchor. A status entry alone never does, or an idle log would go on for ever. */
export function isWaiting(tree: GrowingTree, anchoredSize: number): boolean {
  return tree.lastContent >= anchoredSize
}

/** Puts the status entry into the log. Called again for the same entries, it finds the same one. */
export async function appendStatus(deps: PlanDeps, tree: GrowingTree): Promise<PlannedStatus> {
  const size = tree.lastContent + 1
  const [index] = await deps.appender.append([statusEntryBelow(tree.endings, size)])
  return { index: index as number, size }
}

/**
 * The row of the anchor that follows what the chain holds; undefined until the status entry is in a signed state.
 *
 * Everything it covers is in both stores by then, because a state is published after its files.
 */
export async function plan(
  deps: PlanDeps,
  from: { size: number; root: string } | null,
  status: PlannedStatus,
): Promise<AnchorRow | undefined> {
  const { size, root, note } = await deps.heads.read()
  if (root === null || note === null || status.index >= size) return undefined
  const fromSize = BigInt(from?.size ?? 0)
  const proof = await consistencyFromTiles(deps.read, fromSize, BigInt(size), nodeSha256)
  return deps.store.plan({
    _id: Number(fromSize),
    fromRoot: from?.root ?? NO_ROOT,
    toSize: size,
    toRoot: root,
    toHead: to0x(headHash(BigInt(size), fromHex(root))),
    note,
    proof: proof.map(toHex),
    status,
    plannedAt: deps.now(),
    attempts: 0,
    txs: [],
  })
}
