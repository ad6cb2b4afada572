import { MerkleTree } from 'merkletreejs'
import { sha256 } from '../support/peer-paths.ts'
import { measureTree, splitLeaves } from './measure-tree.ts'

measureTree(splitLeaves, (leaves) => {
  const tree = new MerkleTree(leaves, sha256)
  tree.getRoot()
  return (index) => tree.getProof(leaves[index] as Buffer, index)
})
