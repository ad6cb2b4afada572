/**
 * Test fixtures: a small log with its files, a block that anchors it, and proofs built from them.
 */
import { encodeWord } from '../abi.ts'
import { concat, from0x, randomBytes, to0x } from '../bytes.ts'
import { ANCHORED_TOPIC, type ChainProof } from '../chain.ts'
import { signCheckpoint } from '../checkpoint.ts'
import { keccak256 } from '../keccak.ts'
import { encodeEntry, entryBytes, KINDS, makeOpening, type Opening } from '../leaf.ts'
import { generateKey, parsePrivateKey } from '../note.ts'
import { computeOrigin } from '../origin.ts'
import { type Policy, parsePolicy } from '../policy.ts'
import { encodeRlp, type Rlp, rlpUint } from '../rlp.ts'
import { bitmapRoot, markInvalid, type StatusSnapshot, statusEntry } from '../status.ts'
import {
  encodeEntryBundle,
  entriesPath,
  TILE_WIDTH,
  type TileReader,
  tilePath,
  tilesToWrite,
} from '../tile.ts'
import { leafHash } from '../tree.ts'
import { appendLeaf, emptyRange, rangeRoot } from '../tree-builder.ts'
import { buildListTrieProof } from '../trie-builder.ts'

export const CHAIN_ID = 1
export const CONTRACT = '0x79746f61278c7f727b79cbf89cd1573f3565aceb'
/** Private key of the operator. */
export const OPERATOR_KEY = `0x${'1'.padStart(64, '0')}`
export const OPERATOR = '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf'
/** Commits to the chain, the contract and the operator above. */
export const ORIGIN = computeOrigin({
  chainId: BigInt(CHAIN_ID),
  contract: from0x(CONTRACT),
  operator: from0x(OPERATOR),
})
export const BLOCK_TIME = 1_790_000_000n

/** Creates an opening for a file with this fingerprint. */
export function sampleOpening(
  fingerprint: Uint8Array,
  claims: { name: string; value: string }[] = [],
): Opening {
  return makeOpening({ kind: KINDS.certified, fingerprint, claims })
}

/** Creates entries of other users, without their openings. */
export function otherEntries(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, i) =>
    encodeEntry({
      kind: KINDS.certified,
      commitment: concat(new Uint8Array(24), encodeWord(BigInt(i)).slice(24)),
      previous: 2n ** 64n - 1n,
    }),
  )
}

/** Builds the files and the signed checkpoint of a log with these entries. */
export function sampleLog(entries: readonly Uint8Array[], key = generateKey(ORIGIN)) {
  const { privateKey, vkey } = key
  const nodes = new Map<string, Uint8Array>()
  const range = emptyRange()
  for (const entry of entries) {
    appendLeaf(range, leafHash(entry), undefined, ({ level, index }, node) => {
      nodes.set(`${level}/${index}`, node)
    })
  }
  const size = BigInt(entries.length)
  const root = rangeRoot(range)
  const checkpoint = signCheckpoint({ origin: ORIGIN, size, root }, parsePrivateKey(privateKey))
  return { privateKey, vkey, size, root, checkpoint, nodes, ...sampleReaders(nodes, entries) }
}

/** Readers of the log's files: `read` has only the current partial files, `readAnyWidth` also the smaller ones. */
function sampleReaders(
  nodes: Map<string, Uint8Array>,
  entries: readonly Uint8Array[],
): Record<'read' | 'readAnyWidth', TileReader> {
  const files = new Map<string, Uint8Array>()
  for (const { level, index, width } of tilesToWrite(BigInt(entries.length))) {
    const hashes = Array.from({ length: width }, (_, i) =>
      nodes.get(`${level * 8}/${index * 256n + BigInt(i)}`),
    )
    files.set(tilePath(level, index, width), concat(...hashes.map((node) => node as Uint8Array)))
  }
  for (let start = 0; start < entries.length; start += TILE_WIDTH) {
    const bundle = entries.slice(start, start + TILE_WIDTH)
    files.set(entriesPath(BigInt(start / TILE_WIDTH), bundle.length), encodeEntryBundle(bundle))
  }
  return {
    read: async (path) => {
      const bytes = files.get(path)
      if (!bytes) throw new Error(`no file ${path}`)
      return bytes
    },
    readAnyWidth: async (path) => files.get(path) ?? prefixOf(files, path),
  }
}

/** A smaller partial file has the first bytes of the current one: hashes of 32 bytes, or entries of 42 + 2 bytes. */
function prefixOf(files: ReadonlyMap<string, Uint8Array>, path: string): Uint8Array {
  const [, name = '', width = ''] = /^(.+)\.p\/(\d+)$/.exec(path) ?? []
  const larger = [...files].find(([other]) => other === name || other.startsWith(`${name}.p/`))
  const length = Number(width) * (name.startsWith('tile/entries/') ? 44 : 32)
  if (name === '' || !larger || larger[1].length < length) throw new Error(`no file ${path}`)
  return larger[1].slice(0, length)
}

/**
 * Builds the chain proof of a block in which transaction `txIndex` of `txs` anchored this state.
 */
export function sampleAnchor(
  state: { size: bigint; root: Uint8Array },
  {
    txs = 1,
    txIndex = 0,
    status = 1n,
    operator = OPERATOR,
    number = 4242n,
    time = BLOCK_TIME,
  } = {},
): { chain: ChainProof; blockHash: Uint8Array } {
  const data = concat(encodeWord(state.size), encodeWord(state.root))
  const logs: Rlp = [[from0x(CONTRACT), [ANCHORED_TOPIC, encodeWord(from0x(operator))], data]]
  const receipts = Array.from({ length: txs }, (_, i) =>
    concat(
      Uint8Array.of(2),
      encodeRlp([
        rlpUint(i === txIndex ? status : 1n),
        rlpUint(50_000n),
        new Uint8Array(256),
        i === txIndex ? logs : [],
      ]),
    ),
  )
  const { root, nodes } = buildListTrieProof(receipts, txIndex)
  const header = encodeRlp(headerFields(root, number, time))
  return {
    blockHash: keccak256(header),
    chain: {
      chainId: BigInt(CHAIN_ID),
      contract: from0x(CONTRACT),
      operator: from0x(OPERATOR),
      header,
      txIndex: BigInt(txIndex),
      nodes,
    },
  }
}

/** Header fields as in current blocks: 21 fields, London to Prague. */
function headerFields(receiptsRoot: Uint8Array, number: bigint, time: bigint): Rlp[] {
  const hash = new Uint8Array(32).fill(7)
  return [
    hash,
    hash,
    new Uint8Array(20),
    hash,
    hash,
    receiptsRoot,
    new Uint8Array(256),
    rlpUint(0n),
    rlpUint(number),
    rlpUint(30_000_000n),
    rlpUint(21_000n),
    rlpUint(time),
    new Uint8Array(),
    hash,
    new Uint8Array(8),
    rlpUint(7n),
    hash,
    rlpUint(0n),
    rlpUint(0n),
    hash,
    hash,
  ]
}

/** Returns the policy file that trusts the sample log, with the given fields of its record changed. */
export function samplePolicyText(vkey: string, change: Record<string, unknown> = {}): string {
  const record = {
    origin: ORIGIN,
    logKeys: [{ key: vkey }],
    chainId: CHAIN_ID,
    contract: CONTRACT,
    operators: [OPERATOR],
    confirmations: 12,
  }
  return JSON.stringify({ version: 1, records: [{ ...record, ...change }] })
}

/** Returns the policy that trusts the sample log, with the given fields of its record changed. */
export function samplePolicy(vkey: string, change: Record<string, unknown> = {}): Policy {
  return parsePolicy(samplePolicyText(vkey, change))
}

/** Creates a status snapshot whose entry will be at `index`, together with that entry. */
export function sampleStatus(
  index: bigint,
  invalid: readonly bigint[],
): { snapshot: StatusSnapshot; entry: Uint8Array } {
  const bitmap = new Map<number, Uint8Array>()
  for (const invalidIndex of invalid) markInvalid(bitmap, invalidIndex)
  const snapshot = { index, n: index, bitmap }
  return { snapshot, entry: statusEntry(index, bitmapRoot(bitmap, index)) }
}

/**
 * Builds a complete sample: a log of seven entries, the third of which is the certificate, with status
 * and anchor. If there are entries `after` the status, it is no longer fresh.
 */
export function sampleCase({
  invalid = [] as bigint[],
  after = [] as Uint8Array[],
  claims = [{ name: 'title', value: 'Lease 2026' }],
} = {}) {
  const fingerprint = randomBytes(32)
  const opening = sampleOpening(fingerprint, claims)
  const before = [...otherEntries(2), entryBytes(opening), ...otherEntries(3)]
  const { snapshot, entry } = sampleStatus(6n, invalid)
  const log = sampleLog([...before, entry, ...after])
  const { chain, blockHash } = sampleAnchor(log)
  return {
    ...log,
    fingerprint,
    opening,
    index: 2n,
    snapshot,
    chain,
    blockHash,
    hash: to0x(blockHash),
  }
}
