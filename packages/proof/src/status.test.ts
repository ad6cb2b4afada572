import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { toHex } from './bytes.ts'
import { encodeCbor } from './cbor.ts'
import {
  bitmapRoot,
  CHUNK_BYTES,
  certificateState,
  markInvalid,
  proveStatus,
  type StatusProof,
  statusEntry,
  verifyStatus,
} from './status.ts'
import {
  decodeStatusSnapshot,
  encodeStatusSnapshot,
  statusProofFromCbor,
  statusProofToCbor,
} from './status-codec.ts'
import { otherEntries, sampleLog, sampleStatus } from './testing/sample-log.ts'
import { inclusionFromTiles } from './tile-proofs.ts'

type Row = { name: string; n: string; marked: string[]; root: string; entry: string }
const vectors = JSON.parse(
  readFileSync(new URL('../vectors/status.json', import.meta.url), 'utf8'),
) as Row[]

const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** RFC 6962 §2.1, implemented independently of the package. */
function treeHash(entries: Buffer[]): Buffer {
  if (entries.length === 0) return sha256()
  if (entries.length === 1) return sha256(Buffer.of(0), entries[0] as Buffer)
  let k = 1
  while (2 * k < entries.length) k *= 2
  return sha256(Buffer.of(1), treeHash(entries.slice(0, k)), treeHash(entries.slice(k)))
}

test('the vector file is not empty', () => expect(vectors.length).toBeGreaterThanOrEqual(4))

test.each(vectors)('vector $name matches the definition computed by Node alone', (row) => {
  const n = Number(row.n)
  const bits = Buffer.alloc(Math.ceil(n / 8192) * 1024)
  for (const index of row.marked.map(Number))
    bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index % 8))
  const chunks = Array.from({ length: bits.length / 1024 }, (_, i) =>
    bits.subarray(i * 1024, i * 1024 + 1024),
  )
  const root = treeHash(chunks)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(n))
  const commitment = sha256(Buffer.from('inkproof/status/v1\0'), size, root)
  const entry = Buffer.concat([Buffer.of(1, 4), commitment, Buffer.alloc(8, 255)])
  expect(root.toString('hex')).toBe(row.root)
  expect(entry.toString('hex')).toBe(row.entry)
})

test.each(vectors)('vector $name matches this package', (row) => {
  const bitmap = new Map<number, Uint8Array>()
  for (const index of row.marked) markInvalid(bitmap, BigInt(index))
  const root = bitmapRoot(bitmap, BigInt(row.n))
  expect(toHex(root)).toBe(row.root)
  expect(toHex(statusEntry(BigInt(row.n), root))).toBe(row.entry)
})

test.each([
  ['received', null, { checkpoint: { size: 9 }, anchor: { size: 9 } }],
  ['received', 9, { checkpoint: { size: 9 }, anchor: { size: 9 } }],
  ['received', 0, { checkpoint: null, anchor: null }],
  ['logged', 5, { checkpoint: { size: 9 }, anchor: { size: 5 } }],
  ['logged', 5, { checkpoint: { size: 9n }, anchor: null }],
  ['anchored', 4, { checkpoint: { size: 9 }, anchor: { size: 5 } }],
  ['anchored', 4n, { checkpoint: { size: 9n }, anchor: { size: 5n } }],
] as const)('a certificate is %s at index %s with these heads', (state, index, heads) => {
  expect(certificateState(index, heads)).toBe(state)
})

const N = 20_000n

async function setup(index: bigint, invalid: readonly bigint[]) {
  const { snapshot, entry } = sampleStatus(3n, [])
  const marked = sampleStatus(N, invalid).snapshot
  // n exceeds the log's size: the bitmap covers many entries, but the log is short.
  const { bitmap } = marked
  const root = bitmapRoot(bitmap, N)
  const log = sampleLog([...otherEntries(3), statusEntry(N, root)])
  const path = await inclusionFromTiles(log.read, 3n, log.size)
  const proof = proveStatus({ ...snapshot, n: N, bitmap }, index, path) as StatusProof
  return { log, proof: { ...proof, index: 3n }, entry }
}

test('refuses a status that claims to cover entries after itself', async () => {
  const { log, proof } = await setup(5n, [])
  expect(() => verifyStatus(proof, 5n, log)).toThrow(
    expect.objectContaining({ code: 'BAD_STATUS' }),
  )
})

async function setupValidStatus(invalid: readonly bigint[]) {
  const { snapshot, entry } = sampleStatus(40n, invalid)
  const log = sampleLog([...otherEntries(40), entry, ...otherEntries(3)])
  const path = await inclusionFromTiles(log.read, 40n, log.size)
  return { log, proofOf: (index: bigint) => proveStatus(snapshot, index, path) }
}

test('reports for every entry below n whether it is valid', async () => {
  const { log, proofOf } = await setupValidStatus([0n, 7n, 8n, 39n])
  for (let index = 0n; index < 40n; index++) {
    const validity = verifyStatus(proofOf(index) as StatusProof, index, log)
    expect(validity).toBe([0n, 7n, 8n, 39n].includes(index) ? 'invalid' : 'valid')
  }
})

test('makes no statement about entries at or above n', async () => {
  const { log, proofOf } = await setupValidStatus([])
  expect(proofOf(40n)).toBeUndefined()
  const other = proofOf(3n) as StatusProof
  expect(() => verifyStatus(other, 40n, log)).toThrow(
    expect.objectContaining({ code: 'STATUS_TOO_OLD' }),
  )
})

test.each<[string, (proof: StatusProof) => StatusProof]>([
  ['a cleared bit', (p) => ({ ...p, chunk: new Uint8Array(CHUNK_BYTES) })],
  ['a different n', (p) => ({ ...p, n: p.n - 1n })],
  ['a different index', (p) => ({ ...p, index: p.index + 1n })],
  ['a missing hash on the path', (p) => ({ ...p, entryProof: p.entryProof.slice(1) })],
  ['an extra hash below the bitmap', (p) => ({ ...p, chunkProof: [new Uint8Array(32)] })],
])('refuses a status proof with %s', async (_name, change) => {
  const { log, proofOf } = await setupValidStatus([5n])
  const good = proofOf(5n) as StatusProof
  expect(verifyStatus(good, 5n, log)).toBe('invalid')
  expect(() => verifyStatus(change(good), 5n, log)).toThrow(
    expect.objectContaining({ name: 'ProofError' }),
  )
})

test('a snapshot round-trips, however many entries it marks', () => {
  const index = fc.bigInt({ min: 0n, max: 30_000n })
  fc.assert(
    fc.property(fc.array(index, { maxLength: 30 }), fc.boolean(), (marked, many) => {
      const all = many ? Array.from({ length: 700 }, (_, i) => BigInt(3 * i)) : []
      const { snapshot } = sampleStatus(30_001n, [...marked, ...all])
      const decoded = decodeStatusSnapshot(encodeStatusSnapshot(snapshot))
      expect(bitmapRoot(decoded.bitmap, decoded.n)).toEqual(bitmapRoot(snapshot.bitmap, snapshot.n))
      expect(encodeStatusSnapshot(decoded)).toEqual(encodeStatusSnapshot(snapshot))
    }),
    { numRuns: 20 },
  )
})

test('a snapshot of a million entries with ten revoked takes less than 200 bytes', () => {
  const marked = Array.from({ length: 10 }, (_, i) => BigInt(i * 99_991))
  const { snapshot } = sampleStatus(1_000_000n, marked)
  expect(encodeStatusSnapshot(snapshot).length).toBeLessThan(200)
})

test.each([
  ['positions out of order', Uint8Array.of(0, 5, 0, 4)],
  ['a duplicate position', Uint8Array.of(0, 5, 0, 5)],
  ['a position beyond the chunk', Uint8Array.of(0x20, 0)],
  ['half a position', Uint8Array.of(0)],
  ['a chunk that has a shorter form', new Uint8Array(CHUNK_BYTES)],
  ['more than a chunk', new Uint8Array(CHUNK_BYTES + 2)],
])('refuses a chunk with %s', async (_name, chunk) => {
  const { proofOf } = await setupValidStatus([])
  const cbor = statusProofToCbor(proofOf(1n) as StatusProof)
  expect(encodeCbor(statusProofToCbor(statusProofFromCbor(cbor)))).toEqual(encodeCbor(cbor))
  const [index, n, , ...paths] = cbor as [bigint, bigint, Uint8Array, Uint8Array[], Uint8Array[]]
  expect(() => statusProofFromCbor([index, n, chunk, ...paths])).toThrow(
    expect.objectContaining({ code: 'BAD_STATUS' }),
  )
})
