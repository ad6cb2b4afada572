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
  publishAnchor,
  searchAnchor,
} from './locate-anchor.ts'
import { NodeError } from './node.ts'
import type { AnchoredHead } from './observe.ts'

export type RepublishDeps = LocateAnchorDeps & { store: Pick<AnchorStore, 'findBySize'> }

/**
 * Rewrites the file of each earlier anchor that is now in another block or another transaction than the file names, from the
 * newest to the first one that is unchanged: a reorganization never moves an anchor without all later ones. An anchor of
 * which the node knows neither the transaction nor the event is left as it is: the node may store no old blocks.
 *
 * @throws as `locateAnchor`
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
    if (blockHash === file.blockHash) return
    const previousSize = Number(file.previousSize ?? 0n)
    const row = await deps.store.findBySize(previousSize)
    if (!row || row.toSize !== size) return
    const head = { size, root: row.toRoot, row }
    const located = await (blockHash === undefined
      ? searchUnknown(deps, head)
      : searchAnchor(deps, head))
    if (!located) return
    await publishAnchor(deps, { ...located, previousSize }, head, tree, [anchorPath(size)])
    size = previousSize
  }
}

/** Many nodes refuse to search all blocks for events. The newest anchors are still published then. */
function searchUnknown(
  deps: RepublishDeps,
  head: AnchoredHead,
): Promise<LocatedAnchor | undefined> {
  return searchAnchor(deps, head).catch((error) => {
    if (error instanceof NodeError) return undefined
    throw error
  })
}
