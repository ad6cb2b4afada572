import { SimpleMerkleTree } from '@openzeppelin/merkle-tree'
import { measureTree, splitLeaves } from './measure-tree.ts'

measureTree(
  (leaves) => splitLeaves(leaves).map((leaf) => `0x${leaf.toString('hex')}`),
  (leaves) => {
    // The library's fastest configuration: the leaves are already hashed, and sorting is off.
    const tree = SimpleMerkleTree.of(leaves, { sortLeaves: false })
    return (index) => tree.getProof(index)
  },
)
