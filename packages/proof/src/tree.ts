/**
 * The Merkle tree of RFC 6962 §2.1 and its proofs (RFC 9162 §2.1.3, §2.1.4): SHA-256, leaf prefix
 * 0x00, node prefix 0x01. Indexes and sizes are uint64, so bigint.
 */
import { concat, equal, toHex } from './bytes.ts'
import { must } from './proof-error.ts'
import { type Sha256, sha256 } from './sha256.ts'

/** Computes the hash of an entry: SHA-256(0x00 ‖ entry). RFC 6962 §2.1. */
export function leafHash(entry: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  return hash(concat(Uint8Array.of(0), entry))
}

/** Computes the hash of an inner node: SHA-256(0x01 ‖ left ‖ right). RFC 6962 §2.1. */
export function nodeHash(left: Uint8Array, right: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  const data = new Uint8Array(1 + left.length + right.length)
  data[0] = 1
  data.set(left, 1)
  data.set(right, 1 + left.length)
  return hash(data)
}

/** Returns the root of the empty tree: SHA-256 of no bytes. */
export function emptyRoot(hash: Sha256 = sha256): Uint8Array {
  return hash(new Uint8Array())
}

/**
 * Computes the root that an inclusion proof leads to. RFC 9162 §2.1.3.2. The lengths of the hashes
 * are checked where a proof is decoded, not here.
 *
 * @throws ProofError INDEX_BEYOND_SIZE, PROOF_TOO_LONG, PROOF_TOO_SHORT
 */
export function rootFromInclusion(
  index: bigint,
  size: bigint,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
  hash: Sha256 = sha256,
): Uint8Array {
  must(
    index >= 0n && index < size,
    'INDEX_BEYOND_SIZE',
    'Entry {index} is outside a tree of {size} entries.',
    { index, size },
  )
  // Below the level where the leaf's path meets the path of the last leaf, each bit of the index
  // tells which side the sibling is on. Above it, only set bits have a sibling, on the left. This
  // is equivalent to the RFC's two counters but creates two bigints instead of four per level.
  const shared = (index ^ (size - 1n)).toString(2)
  const inner = shared === '0' ? 0 : shared.length
  const bits = index.toString(2).padStart(inner, '0')
  const split = bits.length - inner
  let border = 0
  for (let i = 0; i < split; i++) if (bits[i] === '1') border += 1
  assertProofLength(proof.length, inner + border)
  let root = leaf
  proof.forEach((sibling, level) => {
    const isLeft = level < inner && bits[bits.length - 1 - level] === '0'
    root = isLeft ? nodeHash(root, sibling, hash) : nodeHash(sibling, root, hash)
  })
  return root
}

/**
 * Verifies that the entry with this leaf hash is at `index` in the tree with `size` entries and `root`.
 *
 * @throws ProofError as {@link rootFromInclusion}, and ROOT_DIFFERS, EMPTY_ROOT
 */
export function verifyInclusion(
  index: bigint,
  size: bigint,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
  root: Uint8Array,
  hash: Sha256 = sha256,
): void {
  assertRoot(rootFromInclusion(index, size, leaf, proof, hash), root)
}

/**
 * Verifies that the tree with `size2` entries extends the tree with `size1` entries. RFC 9162 §2.1.4.2.
 *
 * @throws ProofError SIZE_SHRINKS, NO_OLDER_TREE, PROOF_TOO_LONG, PROOF_TOO_SHORT, ROOT_DIFFERS,
 * EMPTY_ROOT
 */
export function verifyConsistency(
  size1: bigint,
  size2: bigint,
  root1: Uint8Array,
  root2: Uint8Array,
  proof: readonly Uint8Array[],
  hash: Sha256 = sha256,
): void {
  must(size1 <= size2, 'SIZE_SHRINKS', 'A log cannot shrink from {size1} to {size2} entries.', {
    size1,
    size2,
  })
  // Every tree extends the empty tree, so a proof from size 0 would prove nothing.
  must(size1 > 0n, 'NO_OLDER_TREE', 'A consistency proof needs an older tree that is not empty.')
  if (size1 === size2) {
    must(
      proof.length === 0,
      'PROOF_TOO_LONG',
      'Trees of equal size need no proof, but one was given.',
    )
    assertRoot(root1, root2)
    return
  }
  const [older, newer] = rootsFromConsistency(size1, size2, root1, proof, hash)
  assertRoot(older, root1)
  assertRoot(newer, root2)
}

function rootsFromConsistency(
  size1: bigint,
  size2: bigint,
  root1: Uint8Array,
  proof: readonly Uint8Array[],
  hash: Sha256,
): [Uint8Array, Uint8Array] {
  // If `size1` is a power of two, the older root is a node of the newer tree, so the proof omits it.
  const isPowerOfTwo = (size1 & (size1 - 1n)) === 0n
  const [start, ...rest] = isPowerOfTwo ? [root1, ...proof] : proof
  must(start && proof.length > 0, 'PROOF_TOO_SHORT', 'The consistency proof is empty.')
  let first = size1 - 1n
  let last = size2 - 1n
  while (first % 2n === 1n) {
    first >>= 1n
    last >>= 1n
  }
  let older = start
  let newer = start
  for (const node of rest) {
    must(last !== 0n, 'PROOF_TOO_LONG', 'The consistency proof has too many hashes.')
    if (first % 2n === 1n || first === last) {
      older = nodeHash(node, older, hash)
      newer = nodeHash(node, newer, hash)
      while (first % 2n === 0n && first !== 0n) {
        first >>= 1n
        last >>= 1n
      }
    } else newer = nodeHash(newer, node, hash)
    first >>= 1n
    last >>= 1n
  }
  must(last === 0n, 'PROOF_TOO_SHORT', 'The consistency proof has too few hashes.')
  return [older, newer]
}

function assertProofLength(length: number, needed: number): void {
  must(length <= needed, 'PROOF_TOO_LONG', 'The proof has {length} hashes, not {needed}.', {
    length,
    needed,
  })
  must(length >= needed, 'PROOF_TOO_SHORT', 'The proof has {length} hashes, not {needed}.', {
    length,
    needed,
  })
}

function assertRoot(computed: Uint8Array, expected: Uint8Array): void {
  must(expected.length > 0, 'EMPTY_ROOT', 'There is no root to compare with.')
  if (equal(computed, expected)) return
  must(false, 'ROOT_DIFFERS', 'The proof leads to root {computed}, expected {expected}.', {
    computed: toHex(computed),
    expected: toHex(expected),
  })
}
