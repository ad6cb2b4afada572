/** After a deep reorganization, corrects the files of the anchors before the newest one. */
import { parseAnchorFile } from '@inkproof/proof/anchor-file'
import { fromUtf8 } from '@inkproof/proof/bytes'
import type { GrowingTree } from '../log/growing-tree.ts'
import { readIfExists } from '../log/log-files.ts'
import { anchorPath } from './anchor-paths.ts'
import type { AnchorStore } from './anchor-store.ts'
import {
  findBlockHash,
  type LocateAnchorDeps,
  type LocatedAnchor,
  locateAnchor,
  publishAnchor,
} from './locate-anchor.ts'

export type RepublishDeps = LocateAnchorDeps & { store: Pick<AnchorStore, 'findBySize'> }

/**
 * Rewrites the file of each earlier anchor whose transaction is now in another block than the file names, from the newest
 * to the first one whose block is unchanged: a reorganization never moves an anchor without all later ones. An anchor that
 * the node no longer knows is left as it is.
 *
 * @throws as {@link locateAnchor}
 */
export async function republishEarlierAnchors(
  deps: RepublishDeps,
  newest: LocatedAnchor,
  tree: GrowingTree,
): Promise<void> {
  for (let size = newest.previousSize; size > 0; ) {
    const bytes = await readIfExists(deps.files.read, anchorPath(size))
    if (!bytes) return
    const file = parseAnchorFile(fromUtf8(bytes))
    const blockHash = await findBlockHash(deps.rpc, file.txHash)
    if (blockHash === undefined || blockHash === file.blockHash) return
    const row = await deps.store.findBySize(Number(file.previousSize ?? 0n))
    if (!row || row.toSize !== size) return
    const head = { size, root: row.toRoot, row }
    const located = await locateAnchor(deps, head, undefined)
    const previousSize = Number(file.previousSize ?? 0n)
    await publishAnchor(deps, { ...located, previousSize }, head, tree, [anchorPath(size)])
    size = previousSize
  }
}
