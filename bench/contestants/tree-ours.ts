import { buildFlatTree, flatTreeReader } from '@inkproof/proof/flat-tree'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { inclusionProof, rootFromNodes } from '@inkproof/proof/tree-builder'
import { measureTree } from './measure-tree.ts'

measureTree(
  (leaves) => new Uint8Array(leaves.buffer, leaves.byteOffset, leaves.length),
  (leaves) => {
    const tree = buildFlatTree(leaves, nodeSha256)
    const read = flatTreeReader(tree)
    rootFromNodes(tree.size, read, nodeSha256)
    return (index) => inclusionProof(BigInt(index), tree.size, read, nodeSha256)
  },
)
