/**
 * A reference implementation of the RFC 6962 §2.1 definitions (MTH, PATH, PROOF, SUBPROOF). It is
 * recursive over ranges, so it shares no logic with the loops in TreeProof.sol that it checks.
 */
import { createHash } from 'node:crypto'

/** A tree, as a function that returns the root of the leaves [start, end). */
export type RangeRoot = (start: bigint, end: bigint) => Buffer

const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])

/** SHA-256(0x00 || entry). */
function leafHash(entry: Uint8Array): Buffer {
  return createHash('sha256').update(LEAF).update(entry).digest()
}

/** SHA-256(0x01 || left || right). */
function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest()
}

/** Creates a tree of distinct leaves: entry i is its number as u64be, prefixed with the seed. */
export function numberedTree(seed = ''): RangeRoot {
  return treeFromLeaves((index) => leafHash(numberedEntry(seed, index)))
}

/** Creates a tree of leaf hashes; computed roots are cached. */
export function treeFromLeaves(leaf: (index: bigint) => Buffer): RangeRoot {
  const cache = new Map<string, Buffer>()
  return root

  function root(start: bigint, end: bigint): Buffer {
    const key = `${start}-${end}`
    const cached = cache.get(key)
    if (cached) return cached
    const computed = end - start === 1n ? leaf(start) : join(start, end)
    cache.set(key, computed)
    return computed
  }

  function join(start: bigint, end: bigint): Buffer {
    const middle = start + splitPoint(end - start)
    return nodeHash(root(start, middle), root(middle, end))
  }
}

function numberedEntry(seed: string, index: bigint): Buffer {
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(index)
  return Buffer.concat([Buffer.from(seed), number])
}

/**
 * Creates a tree whose leaves are all equal: the root of any size up to 2^64 costs a few hundred
 * hashes.
 */
export function uniformTree(leaf: Uint8Array): RangeRoot {
  const cache = new Map<bigint, Buffer>([[1n, Buffer.from(leaf)]])
  function root(size: bigint): Buffer {
    const cached = cache.get(size)
    if (cached) return cached
    const left = splitPoint(size)
    const computed = nodeHash(root(left), root(size - left))
    cache.set(size, computed)
    return computed
  }
  return (start, end) => root(end - start)
}

/** PATH(m, D[n]), RFC 6962 §2.1.1. */
export function inclusionProof(tree: RangeRoot, index: bigint, size: bigint): Buffer[] {
  return path(tree, index, 0n, size)
}

/** PROOF(m, D[n]), RFC 6962 §2.1.2, for 0 < m < n. */
export function consistencyProof(tree: RangeRoot, oldSize: bigint, newSize: bigint): Buffer[] {
  return subProof(tree, oldSize, 0n, newSize, true)
}

function path(tree: RangeRoot, index: bigint, start: bigint, end: bigint): Buffer[] {
  if (end - start === 1n) return []
  const middle = start + splitPoint(end - start)
  return index < middle
    ? [...path(tree, index, start, middle), tree(middle, end)]
    : [...path(tree, index, middle, end), tree(start, middle)]
}

function subProof(
  tree: RangeRoot,
  oldSize: bigint,
  start: bigint,
  end: bigint,
  isOldRoot: boolean,
): Buffer[] {
  if (oldSize === end) return isOldRoot ? [] : [tree(start, end)]
  const middle = start + splitPoint(end - start)
  return oldSize <= middle
    ? [...subProof(tree, oldSize, start, middle, isOldRoot), tree(middle, end)]
    : [...subProof(tree, oldSize, middle, end, false), tree(start, middle)]
}

/** The largest power of two below `size`. */
function splitPoint(size: bigint): bigint {
  return 1n << BigInt((size - 1n).toString(2).length - 1)
}
