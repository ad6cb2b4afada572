/** Builds trees and proofs: a compact range for appending, and proofs read through any {@link NodeReader}. */
import { must } from './proof-error.ts'
import { type Sha256, sha256 } from './sha256.ts'
import { emptyRoot, nodeHash } from './tree.ts'

/** Reads the root of the complete subtree over the `2^level` leaves that begin at `index·2^level`. */
export type NodeReader = (level: number, index: bigint) => Uint8Array

/** Position of a complete subtree in the tree: the arguments of {@link NodeReader}. */
export type NodeId = { level: number; index: bigint }

/** Leaves from `begin` up to but excluding `end`. */
export type Range = readonly [begin: bigint, end: bigint]

/** The state needed to append leaves: the roots of the complete subtrees, largest first. */
export type CompactRange = { size: bigint; nodes: Uint8Array[] }

/** Creates a range without leaves. */
export function emptyRange(): CompactRange {
  return { size: 0n, nodes: [] }
}

/** Appends a leaf hash; modifies the range. Calls `onNode` for each node that the leaf completes. */
export function appendLeaf(
  range: CompactRange,
  leaf: Uint8Array,
  hash: Sha256 = sha256,
  onNode?: (id: NodeId, node: Uint8Array) => void,
): void {
  let node = leaf
  let level = 0
  let index = range.size
  onNode?.({ level, index }, node)
  while (index % 2n === 1n) {
    const left = range.nodes.pop()
    must(left, 'BAD_RANGE', 'The compact range lacks nodes for its size.')
    node = nodeHash(left, node, hash)
    level += 1
    index >>= 1n
    onNode?.({ level, index }, node)
  }
  range.nodes.push(node)
  range.size += 1n
}

/** Computes the root of the tree that the range represents. */
export function rangeRoot(range: CompactRange, hash: Sha256 = sha256): Uint8Array {
  return foldRoots(range.nodes, hash) ?? emptyRoot(hash)
}

/** Restores the range of a tree with `size` entries from its nodes, to resume appending after a restart. */
export function rangeFromNodes(size: bigint, read: NodeReader): CompactRange {
  return { size, nodes: nodesOfRange([0n, size]).map((id) => read(id.level, id.index)) }
}

/** Builds the inclusion proof of leaf `index` in the tree with `size` entries. RFC 9162 §2.1.3.1. */
export function inclusionProof(
  index: bigint,
  size: bigint,
  read: NodeReader,
  hash: Sha256 = sha256,
): Uint8Array[] {
  return inclusionRanges(index, size).map((range) => hashOfRange(range, read, hash))
}

/** Builds the consistency proof between the trees of two sizes. RFC 9162 §2.1.4.1. */
export function consistencyProof(
  size1: bigint,
  size2: bigint,
  read: NodeReader,
  hash: Sha256 = sha256,
): Uint8Array[] {
  return consistencyRanges(size1, size2).map((range) => hashOfRange(range, read, hash))
}

/** Computes the root of the tree with `size` entries from its nodes. */
export function rootFromNodes(size: bigint, read: NodeReader, hash: Sha256 = sha256): Uint8Array {
  return rangeRoot(rangeFromNodes(size, read), hash)
}

/** Returns the range of leaves under each hash of an inclusion proof, in the proof's order. */
export function inclusionRanges(index: bigint, size: bigint): Range[] {
  must(
    index >= 0n && index < size,
    'INDEX_BEYOND_SIZE',
    'Entry {index} is outside a tree of {size} entries.',
    { index, size },
  )
  const ranges: Range[] = []
  let begin = 0n
  let end = size
  while (end - begin > 1n) {
    const middle = begin + splitPoint(end - begin)
    if (index < middle) {
      ranges.unshift([middle, end])
      end = middle
    } else {
      ranges.unshift([begin, middle])
      begin = middle
    }
  }
  return ranges
}

/** Returns the range of leaves under each hash of a consistency proof, in the proof's order. */
export function consistencyRanges(size1: bigint, size2: bigint): Range[] {
  must(
    size1 >= 0n && size1 <= size2,
    'SIZE_SHRINKS',
    'A log cannot shrink from {size1} to {size2} entries.',
    {
      size1,
      size2,
    },
  )
  if (size1 === 0n || size1 === size2) return []
  const ranges: Range[] = []
  let begin = 0n
  let end = size2
  while (size1 < end) {
    const middle = begin + splitPoint(end - begin)
    if (size1 <= middle) {
      ranges.unshift([middle, end])
      end = middle
    } else {
      ranges.unshift([begin, middle])
      begin = middle
    }
  }
  // The verifier knows the older tree's root, so a range that is the whole older tree is omitted.
  return begin === 0n ? ranges : [[begin, end], ...ranges]
}

/** Splits the leaves of an RFC 6962 node into complete subtrees, left to right. */
export function nodesOfRange([begin, end]: Range): NodeId[] {
  const ids: NodeId[] = []
  let position = begin
  for (let width = end - begin; width > 0n; width = end - position) {
    const level = width.toString(2).length - 1
    ids.push({ level, index: position >> BigInt(level) })
    position += 1n << BigInt(level)
  }
  return ids
}

function hashOfRange(range: Range, read: NodeReader, hash: Sha256): Uint8Array {
  const nodes = nodesOfRange(range).map((id) => read(id.level, id.index))
  return foldRoots(nodes, hash) ?? emptyRoot(hash)
}

function foldRoots(nodes: readonly Uint8Array[], hash: Sha256): Uint8Array | undefined {
  let root: Uint8Array | undefined
  for (let i = nodes.length - 1; i >= 0; i--) {
    const left = nodes[i] as Uint8Array
    root = root ? nodeHash(left, root, hash) : left
  }
  return root
}

/** Returns the largest power of two below `width`. RFC 6962 §2.1. */
function splitPoint(width: bigint): bigint {
  return 1n << BigInt((width - 1n).toString(2).length - 1)
}
