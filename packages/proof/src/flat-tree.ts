/**
 * A whole Merkle tree in memory, with one typed array per level instead of one object per node: a
 * million leaves take 64 MB.
 */
import { must } from './proof-error.ts'
import { type Sha256, sha256 } from './sha256.ts'
import type { NodeReader } from './tree-builder.ts'

/** Levels from the leaves up. Each contains its complete nodes, 32 bytes each. */
export type FlatTree = { size: bigint; levels: Uint8Array[] }

/**
 * Builds the tree over concatenated leaf hashes.
 *
 * @throws ProofError BAD_LEAVES when the length is not a multiple of 32
 */
export function buildFlatTree(leaves: Uint8Array, hash: Sha256 = sha256): FlatTree {
  must(leaves.length % 32 === 0, 'BAD_LEAVES', 'Leaf hashes must be 32 bytes long.')
  const levels = [leaves]
  for (let below = leaves; below.length >= 64; below = levels.at(-1) as Uint8Array) {
    levels.push(hashLevel(below, hash))
  }
  return { size: BigInt(leaves.length / 32), levels }
}

/**
 * Returns a reader of the tree's nodes for `rootFromNodes`, `inclusionProof` and
 * `consistencyProof`.
 */
export function flatTreeReader(tree: FlatTree): NodeReader {
  return (level, index) => {
    const start = Number(index) * 32
    const nodes = tree.levels[level]
    must(nodes && start + 32 <= nodes.length, 'NO_NODE', 'The tree has no node {level}/{index}.', {
      level,
      index,
    })
    return nodes.slice(start, start + 32)
  }
}

function hashLevel(below: Uint8Array, hash: Sha256): Uint8Array {
  const above = new Uint8Array(Math.floor(below.length / 64) * 32)
  const node = new Uint8Array(65)
  node[0] = 1
  for (let offset = 0; offset < above.length; offset += 32) {
    node.set(below.subarray(2 * offset, 2 * offset + 64), 1)
    above.set(hash(node), offset)
  }
  return above
}
