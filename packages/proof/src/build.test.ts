import { expect, test } from '@jest/globals'
import { formatAnchorFile, parseAnchorFile } from './anchor-file.ts'
import { type BuildInput, buildProof, inputFromAnchor } from './build.ts'
import { to0x } from './bytes.ts'
import { entryBytes, KINDS, makeOpening } from './leaf.ts'
import { generateKey } from './note.ts'
import { formatProofFile, parseProofFile } from './proof-file.ts'
import {
  otherEntries,
  sampleAnchor,
  sampleCase,
  sampleLog,
  sampleOpening,
  sampleStatus,
} from './testing/sample-log.ts'

function setup(options: Parameters<typeof sampleCase>[0] = {}) {
  const sample = sampleCase(options)
  const input: BuildInput = {
    read: sample.read,
    opening: sample.opening,
    index: sample.index,
    checkpoint: sample.checkpoint,
    logKey: sample.vkey,
    chain: sample.chain,
    status: sample.snapshot,
  }
  return { sample, input }
}

test('a proof file contains every part and has exactly one encoding', async () => {
  const { sample, input } = setup()
  const text = await buildProof(input)
  const file = parseProofFile(text)
  expect(text).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra [A-Za-z0-9+/]+=*\nindex 2\n/)
  expect(text.endsWith(sample.checkpoint)).toBe(true)
  expect(file).toMatchObject({ index: 2n, opening: sample.opening, chain: sample.chain })
  expect(formatProofFile(file)).toBe(text)
})

test('without an anchor, the proof contains no chain proof and no status', async () => {
  const { input } = setup()
  const file = parseProofFile(await buildProof({ ...input, chain: undefined, status: undefined }))
  expect(file.chain).toBeUndefined()
  expect(file.status).toBeUndefined()
})

test('omits a status older than the entry', async () => {
  const { input } = setup()
  const status = { ...sampleStatus(1n, []).snapshot, index: 1n }
  expect(parseProofFile(await buildProof({ ...input, status })).status).toBeUndefined()
})

test('the proof of the only entry in a log has no hashes', async () => {
  const opening = sampleOpening(new Uint8Array(32))
  const log = sampleLog([entryBytes(opening)])
  const { read, checkpoint, vkey: logKey } = log
  const text = await buildProof({ read, opening, index: 0n, checkpoint, logKey })
  expect(formatProofFile(parseProofFile(text))).toBe(text)
  expect(parseProofFile(text).proof).toEqual([])
})

test('includes the entry that superseded the certificate once the checkpoint covers it', async () => {
  const opening = sampleOpening(new Uint8Array(32))
  const newer = makeOpening({
    kind: KINDS.superseded,
    previous: 0n,
    fingerprint: new Uint8Array(32),
    claims: [],
  })
  const entries = [entryBytes(opening), entryBytes(newer), ...otherEntries(3)]
  const { read, checkpoint, vkey: logKey } = sampleLog(entries)
  const input = { read, opening, index: 0n, checkpoint, logKey }
  const file = parseProofFile(await buildProof({ ...input, revokedBy: 1n }))
  expect(file.successor).toMatchObject({ index: 1n, entry: entries[1] })
  expect(parseProofFile(await buildProof({ ...input, revokedBy: 9n })).successor).toBeUndefined()
})

test.each<[string, string, (input: BuildInput) => Partial<BuildInput>]>([
  ['an entry beyond the checkpoint', 'NOT_IN_CHECKPOINT', () => ({ index: 7n })],
  ['the index of another entry', 'ROOT_DIFFERS', () => ({ index: 3n })],
  [
    'an opening of another entry',
    'ROOT_DIFFERS',
    () => ({ opening: sampleOpening(new Uint8Array(32)) }),
  ],
  [
    'the key of another log',
    'NOT_SIGNED',
    () => ({ logKey: generateKey('inkproof.example/log-1').vkey }),
  ],
  [
    'tiles that do not lead to the root',
    'ROOT_DIFFERS',
    ({ read }) => ({ read: async (path) => (await read(path)).map((byte) => byte ^ 1) }),
  ],
])('refuses to build a proof from %s', async (_name, code, change) => {
  const { input } = setup()
  await expect(buildProof({ ...input, ...change(input) })).rejects.toMatchObject({ code })
})

test('an anchor file round-trips and provides the input of a proof', async () => {
  const { sample, input } = setup()
  const anchor = {
    size: sample.size,
    checkpoint: sample.checkpoint,
    chain: sample.chain,
    txHash: `0x${'ab'.repeat(32)}`,
    blockNumber: 4242n,
    blockHash: to0x(sample.blockHash),
    blockTime: '2026-09-21T14:13:20.000Z',
    status: sample.snapshot,
  }
  const parsed = parseAnchorFile(formatAnchorFile(anchor))
  expect(parsed).toEqual({ ...anchor, status: { ...sample.snapshot, bitmap: new Map() } })
  expect(await buildProof({ ...input, ...inputFromAnchor(parsed) })).toBe(await buildProof(input))
  const withoutStatus = { ...anchor, status: undefined }
  expect(parseAnchorFile(formatAnchorFile(withoutStatus))).toEqual(withoutStatus)
})

test.each([
  ['no chain proof', { chain: undefined }],
  ['a size as text', { size: '7' }],
  ['a negative size', { size: -1 }],
  ['a damaged chain proof', { chain: 'AAAA' }],
])('refuses an anchor file with %s', (_name, change) => {
  const { sample } = setup()
  const anchor = {
    ...sample,
    txHash: '0x',
    blockNumber: 1n,
    blockHash: sample.hash,
    blockTime: '2026-09-21T14:13:20.000Z',
    status: undefined,
  }
  const json = { ...JSON.parse(formatAnchorFile(anchor)), ...change }
  expect(() => parseAnchorFile(JSON.stringify(json))).toThrow(
    expect.objectContaining({ name: 'ProofError' }),
  )
})

test('with a million entries, a proof file stays within 2 KB, or 8 KB with chain proof and status', async () => {
  // The length depends only on the number of hashes: 20 for the entry, 20 for the status, 7 for the
  // chunk. The chain proof is the longest for a block of 2,000 transactions, more than any block
  // has: its trie is seven nodes deep. Twenty-one entries are revoked.
  const { input } = setup({
    claims: [
      { name: 'title', value: 'Certificate of completion, autumn term' },
      { name: 'issuer', value: 'School of Applied Arts' },
    ],
  })
  const small = parseProofFile(await buildProof(input))
  const hashes = (count: number) => Array.from({ length: count }, () => new Uint8Array(32).fill(1))
  const checkpoint = small.checkpoint.replace('\n7\n', '\n1000000\n')
  const large = { ...small, checkpoint, index: 654_321n, proof: hashes(20) }
  const { chain } = sampleAnchor(
    { size: 1_000_000n, root: new Uint8Array(32) },
    { txs: 2000, txIndex: 1000 },
  )
  const status = {
    index: 999_999n,
    n: 999_999n,
    chunk: Uint8Array.from({ length: 1024 }, (_, i) => (i % 50 === 0 ? 1 : 0)),
    chunkProof: hashes(7),
    entryProof: hashes(20),
  }
  const minimal = formatProofFile({ ...large, chain: undefined, status: undefined })
  expect(minimal.length).toBeLessThanOrEqual(2048)
  expect(chain.nodes).toHaveLength(7)
  const complete = formatProofFile({ ...large, chain, status }).length
  expect(complete).toBeLessThanOrEqual(8192)
})

test.each([
  ['a different first line', (text: string) => text.replace('@v1', '@v2')],
  ['carriage returns', (text: string) => text.replaceAll('\n', '\r\n')],
  ['a line before the first', (text: string) => `\n${text}`],
  ['a line after the last', (text: string) => `${text}\n`],
  ['no extra line', (text: string) => text.replace(/extra .*\n/, '')],
  ['an index with a leading zero', (text: string) => text.replace('index 2', 'index 02')],
  [
    'a hash of 31 bytes',
    (text: string) => text.replace('index 2\n', `index 2\n${'A'.repeat(41)}A==\n`),
  ],
  [
    '65 hashes',
    (text: string) => text.replace('index 2\n', `index 2\n${`${'A'.repeat(43)}=\n`.repeat(65)}`),
  ],
  ['no checkpoint', (text: string) => text.slice(0, text.indexOf('\n\n'))],
  ['no content', () => ''],
])('refuses a proof file with %s', async (_name, change) => {
  const { input } = setup()
  const text = change(await buildProof(input))
  const run = async () =>
    (await import('./checkpoint.ts')).readCheckpoint(parseProofFile(text).checkpoint)
  await expect(run()).rejects.toMatchObject({ name: 'ProofError' })
})
