import { expect, test } from '@jest/globals'
import { encodeWord } from './abi.ts'
import { from0x, to0x } from './bytes.ts'
import {
  ANCHORED_TOPIC,
  type ChainProof,
  decodeChainProof,
  encodeChainProof,
  readAnchoredEvent,
  verifyChainProof,
} from './chain.ts'
import { keccak256 } from './keccak.ts'
import { decodeRlp, encodeRlp, type Rlp, rlpUint } from './rlp.ts'
import { BLOCK_TIME, OPERATOR, sampleAnchor } from './testing/sample-log.ts'
import { verifyTrieProof } from './trie.ts'
import { buildListTrieProof } from './trie-builder.ts'

const STATE = { size: 1000n, root: new Uint8Array(32).fill(8) }

test.each([
  [1, 0],
  [2, 1],
  [16, 15],
  [17, 16],
  [128, 127],
  [129, 128],
  [300, 0],
  [300, 255],
  [300, 299],
])('in a block of %s transactions, proves the one at index %s', (txs, txIndex) => {
  const { chain, blockHash } = sampleAnchor(STATE, { txs, txIndex })
  const block = verifyChainProof(chain, STATE)
  expect(block).toEqual({ hash: blockHash, number: 4242n, time: BLOCK_TIME })
  expect(decodeChainProof(encodeChainProof(chain))).toEqual(chain)
})

/** Replaces one header field: the proof stays well-formed but belongs to another block. */
function withField(chain: ChainProof, index: number, value: Rlp): ChainProof {
  const fields = decodeRlp(chain.header) as Rlp[]
  return { ...chain, header: encodeRlp(fields.map((field, i) => (i === index ? value : field))) }
}

test.each<[string, string, (chain: ChainProof) => ChainProof]>([
  ['another contract', 'NO_ANCHOR_EVENT', (c) => ({ ...c, contract: new Uint8Array(20) })],
  ['another operator', 'NO_ANCHOR_EVENT', (c) => ({ ...c, operator: new Uint8Array(20) })],
  ['another transaction', 'BAD_TRIE', (c) => ({ ...c, txIndex: c.txIndex + 1n })],
  ['a node missing', 'BAD_TRIE', (c) => ({ ...c, nodes: c.nodes.slice(0, -1) })],
  ['no nodes', 'BAD_TRIE', (c) => ({ ...c, nodes: [] })],
  ['an extra node', 'BAD_TRIE', (c) => ({ ...c, nodes: [...c.nodes, new Uint8Array(40)] })],
  ['nodes out of order', 'BAD_TRIE', (c) => ({ ...c, nodes: c.nodes.toReversed() })],
  ['another receipts root', 'BAD_TRIE', (c) => withField(c, 5, new Uint8Array(32))],
  ['a receipts root that is a list', 'BAD_RLP', (c) => withField(c, 5, [])],
  ['a header with too few fields', 'BAD_HEADER', (c) => ({ ...c, header: encodeRlp([]) })],
  ['a truncated header', 'BAD_RLP', (c) => ({ ...c, header: c.header.slice(0, -1) })],
  [
    'bytes after the header',
    'BAD_RLP',
    (c) => ({ ...c, header: new Uint8Array([...c.header, 0]) }),
  ],
])('refuses a chain proof with %s', (_name, code, change) => {
  const { chain } = sampleAnchor(STATE, { txs: 20, txIndex: 3 })
  verifyChainProof(chain, STATE)
  expect(() => verifyChainProof(change(chain), STATE)).toThrow(expect.objectContaining({ code }))
})

test("refuses a size or root other than the event's", () => {
  const { chain } = sampleAnchor(STATE)
  const code = 'NO_ANCHOR_EVENT'
  const root = new Uint8Array(32)
  expect(() => verifyChainProof(chain, { ...STATE, root })).toThrow(
    expect.objectContaining({ code }),
  )
  expect(() => verifyChainProof(chain, { ...STATE, size: 999n })).toThrow(
    expect.objectContaining({ code }),
  )
})

test('refuses a transaction that was reverted', () => {
  const { chain } = sampleAnchor(STATE, { status: 0n })
  expect(() => verifyChainProof(chain, STATE)).toThrow(
    expect.objectContaining({ code: 'TX_REVERTED' }),
  )
})

test('a changed header has a different block hash', () => {
  const { chain, blockHash } = sampleAnchor(STATE)
  const changed = verifyChainProof(withField(chain, 11, rlpUint(BLOCK_TIME + 1n)), STATE)
  expect(changed.time).toBe(BLOCK_TIME + 1n)
  expect(to0x(changed.hash)).not.toBe(to0x(blockHash))
})

test.each([1, 2, 3, 17, 130])('proves every item of a list of %s with a trie', (count) => {
  const values = Array.from({ length: count }, (_, i) => new Uint8Array(1 + (i % 50)).fill(i + 1))
  const roots = new Set<string>()
  values.forEach((value, i) => {
    const { root, nodes } = buildListTrieProof(values, i)
    roots.add(to0x(root))
    expect(verifyTrieProof(root, encodeRlp(rlpUint(BigInt(i))), nodes)).toEqual(value)
  })
  expect(roots.size).toBe(1)
})

// From Ethereum's own tests (TrieTests/trieanyorder.json, "singleItem" and "dogs").
test("leaf and branch nodes hash as in Ethereum's test suite", () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const leaf = encodeRlp([new Uint8Array([0x20, ...bytes('A')]), bytes('a'.repeat(50))])
  const root = from0x('0xd23786fb4a010da3ce639d66d5e904a11dbc02746d1ce25029e53290cabf28ab')
  expect(keccak256(leaf)).toEqual(root)
  expect(verifyTrieProof(root, bytes('A'), [leaf])).toEqual(bytes('a'.repeat(50)))
  expect(() => verifyTrieProof(root, bytes('B'), [leaf])).toThrow(
    expect.objectContaining({ code: 'BAD_TRIE' }),
  )
})

test.each<[string, Uint8Array]>([
  ['flag 4', new Uint8Array([0x40, 0x41])],
  ['padding that is not zero', new Uint8Array([0x21, 0x41])],
  ['no path at all', new Uint8Array()],
])('refuses a leaf whose path has %s', (_name, path) => {
  const leaf = encodeRlp([path, new Uint8Array(40)])
  expect(() => verifyTrieProof(keccak256(leaf), new TextEncoder().encode('A'), [leaf])).toThrow(
    expect.objectContaining({ code: 'BAD_TRIE' }),
  )
})

test('recognizes the event by its topics and returns undefined for other events', () => {
  const data = new Uint8Array([...encodeWord(STATE.size), ...STATE.root])
  const operator = encodeWord(from0x(OPERATOR))
  const event = { operator: from0x(OPERATOR), ...STATE }
  expect(readAnchoredEvent([ANCHORED_TOPIC, operator], data)).toEqual(event)
  expect(readAnchoredEvent([ANCHORED_TOPIC], data)).toBeUndefined()
  expect(readAnchoredEvent([operator, ANCHORED_TOPIC], data)).toBeUndefined()
})
