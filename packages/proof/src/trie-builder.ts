/**
 * Builds the Merkle-Patricia trie over a list (such as the receipts of a block) and the proof of
 * one item.
 */
import { keccak256 } from './keccak.ts'
import { must } from './proof-error.ts'
import { encodeRlp, type Rlp, rlpUint } from './rlp.ts'
import { toNibbles } from './trie.ts'

type Item = { path: number[]; value: Uint8Array }

/**
 * Returns the root of the trie whose keys are the RLP of 0, 1, 2 …, and the nodes that prove one
 * item.
 */
export function buildListTrieProof(
  values: readonly Uint8Array[],
  index: number,
): { root: Uint8Array; nodes: Uint8Array[] } {
  const items = values.map((value, i) => ({ path: keyPath(i), value }))
  const target = items[index]
  must(target, 'BAD_TRIE', 'There is no item {index} in a list of {length}.', {
    index,
    length: values.length,
  })
  const nodes: Uint8Array[] = []
  const root = keccak256(encodeRlp(buildNode(items, target, 0, nodes, true)))
  return { root, nodes }
}

function keyPath(index: number): number[] {
  return toNibbles(encodeRlp(rlpUint(BigInt(index))))
}

/**
 * Builds the node over `items`, which share the first `depth` nibbles; collects the nodes on the
 * path to `target`.
 */
function buildNode(
  items: readonly Item[],
  target: Item,
  depth: number,
  nodes: Uint8Array[],
  isRoot = false,
): Rlp[] {
  const position = nodes.length
  const [single] = items
  const node =
    single && items.length === 1
      ? [encodePath(single.path.slice(depth), true), single.value]
      : buildInner(items, target, depth, nodes)
  const encoded = encodeRlp(node)
  const isOnPath = items.includes(target)
  // Children are collected first, so the parent is inserted before them. A node of less than 32 bytes is embedded in
  // its parent.
  if (isOnPath && (isRoot || encoded.length >= 32)) nodes.splice(position, 0, encoded)
  return node
}

function buildInner(
  items: readonly Item[],
  target: Item,
  depth: number,
  nodes: Uint8Array[],
): Rlp[] {
  const shared = sharedLength(items, depth)
  if (shared > 0) {
    const path = (items[0] as Item).path.slice(depth, depth + shared)
    return [
      encodePath(path, false),
      encodeReference(buildNode(items, target, depth + shared, nodes)),
    ]
  }
  const branch: Rlp[] = []
  for (let nibble = 0; nibble < 16; nibble++) {
    const below = items.filter((item) => item.path[depth] === nibble)
    branch.push(
      below.length === 0
        ? new Uint8Array()
        : encodeReference(buildNode(below, target, depth + 1, nodes)),
    )
  }
  const endingHere = items.find((item) => item.path.length === depth)
  return [...branch, endingHere?.value ?? new Uint8Array()]
}

function sharedLength(items: readonly Item[], depth: number): number {
  const first = (items[0] as Item).path
  let length = 0
  while (
    depth + length < first.length &&
    items.every((item) => item.path[depth + length] === first[depth + length])
  ) {
    length += 1
  }
  return length
}

function encodeReference(node: Rlp[]): Rlp {
  const encoded = encodeRlp(node)
  return encoded.length < 32 ? node : keccak256(encoded)
}

function encodePath(path: readonly number[], isLeaf: boolean): Uint8Array {
  const isOdd = path.length % 2 === 1
  const flag = (isLeaf ? 2 : 0) + (isOdd ? 1 : 0)
  const nibbles = isOdd ? [flag, ...path] : [flag, 0, ...path]
  return Uint8Array.from({ length: nibbles.length / 2 }, (_, i) => {
    return ((nibbles[2 * i] as number) << 4) | (nibbles[2 * i + 1] as number)
  })
}
