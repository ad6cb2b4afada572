/** Verifies proofs in Ethereum's hexary Merkle-Patricia trie (Yellow Paper, appendix D). */
import { equal } from './bytes.ts'
import { keccak256 } from './keccak.ts'
import { must } from './proof-error.ts'
import { decodeRlp, type Rlp, rlpBytes, rlpList } from './rlp.ts'

/** Splits bytes into nibbles, high nibble first. */
export function toNibbles(bytes: Uint8Array): number[] {
  return Array.from(bytes).flatMap((byte) => [byte >> 4, byte & 15])
}

/**
 * Verifies that the nodes, each referenced by the hash in the one above, lead from the root to the
 * key; returns its value.
 *
 * @throws ProofError BAD_TRIE, including for an unused node
 */
export function verifyTrieProof(
  root: Uint8Array,
  key: Uint8Array,
  nodes: readonly Uint8Array[],
): Uint8Array {
  let rest = toNibbles(key)
  let used = 0
  let reference: Rlp = root
  for (;;) {
    // A node shorter than a hash is embedded in its parent instead of being referenced by hash.
    const node = Array.isArray(reference) ? reference : openNode(reference, nodes[used++])
    const step = descend(node, rest)
    rest = step.rest
    if (step.value) {
      assertValid(used === nodes.length)
      return step.value
    }
    reference = step.next
  }
}

type Step =
  | { value: Uint8Array; rest: number[]; next?: never }
  | { next: Rlp; rest: number[]; value?: never }

function openNode(reference: Uint8Array, bytes: Uint8Array | undefined): Rlp[] {
  assertValid(bytes)
  assertValid(equal(keccak256(bytes), reference))
  return rlpList(decodeRlp(bytes))
}

function descend(node: Rlp[], rest: number[]): Step {
  if (node.length === 17) {
    const [first, ...after] = rest
    if (first === undefined) return { value: requireValue(node[16]), rest }
    return { next: node[first] as Rlp, rest: after }
  }
  assertValid(node.length === 2)
  const { path, isLeaf } = decodePath(rlpBytes(node[0]))
  const isPrefix = path.every((nibble, i) => nibble === rest[i])
  assertValid(isPrefix && (!isLeaf || path.length === rest.length))
  if (isLeaf) return { value: requireValue(node[1]), rest: [] }
  return { next: node[1] as Rlp, rest: rest.slice(path.length) }
}

function requireValue(item: Rlp | undefined): Uint8Array {
  const value = rlpBytes(item)
  assertValid(value.length > 0)
  return value
}

/**
 * Decodes a hex-prefix path: bit 1 of the first nibble marks a leaf, bit 0 an odd number of
 * nibbles.
 */
function decodePath(encoded: Uint8Array): { path: number[]; isLeaf: boolean } {
  const [flag = 16, padding, ...others] = toNibbles(encoded)
  const isOdd = flag % 2 === 1
  assertValid(flag < 4 && (isOdd || padding === 0))
  return { path: isOdd ? [padding as number, ...others] : others, isLeaf: flag >= 2 }
}

function assertValid(condition: unknown): asserts condition {
  must(condition, 'BAD_TRIE', 'The trie proof is not valid.')
}
