import { encodeWord } from '@inkproof/proof/abi'
import { type AnchorFile, formatAnchorFile, parseAnchorFile } from '@inkproof/proof/anchor-file'
import { concat, from0x, fromUtf8, randomBytes, to0x, toHex, utf8 } from '@inkproof/proof/bytes'
import { keccak256 } from '@inkproof/proof/keccak'
import { encodeEntry, KINDS, NO_PREVIOUS } from '@inkproof/proof/leaf'
import { headHash, LOG_ANCHOR_ADDRESS } from '@inkproof/proof/log-anchor'
import { bitmapRoot, statusEntry } from '@inkproof/proof/status'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { setupRecord } from './testing/setup.ts'
import { startTestChain, type TestChain } from './testing/test-chain.ts'
import { policyFile, type TestRecord } from './testing/test-record.ts'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.stop())

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

const setup = (options?: Parameters<typeof setupRecord>[2]) => setupRecord(chain, cleanUps, options)

/** Changes one bit of a served file. */
function flip({ files }: TestRecord, path: string, offset: number): void {
  const bytes = files.get(path)
  if (!bytes) throw new Error(`there is no file ${path}`)
  files.set(path, bytes.with(offset, (bytes[offset] as number) ^ 1))
}

/** A different entry than the one that is recorded. */
const other = () =>
  encodeEntry({ kind: KINDS.certified, commitment: randomBytes(32), previous: NO_PREVIOUS })

test.each([
  ['a full tile', 'tile/0/000', 5, 5],
  ['a partial tile', 'tile/0/001.p/46', 7, 263],
])('names a changed hash in %s', async (_name, path, position, index) => {
  const { record, run } = await setup()
  flip(record, path, 32 * position + 3)
  const { code, last } = await run()
  expect(last).toMatchObject({ code: 'TILE_DIFFERS', path, index })
  expect(last?.['expected']).not.toBe(last?.['found'])
  expect(code).toBe(1)
})

test('names a changed hash in a tile of tiles', async () => {
  const { record, run } = await setup()
  flip(record, 'tile/1/000.p/1', 0)
  const { code, last } = await run()
  expect([code, last?.code, last?.['path']]).toEqual([1, 'TILE_DIFFERS', 'tile/1/000.p/1'])
})

test.each([
  ['a full file', 'tile/entries/000', 5, 5],
  ['a partial file', 'tile/entries/001.p/46', 7, 263],
])('names a changed entry in %s', async (_name, path, position, index) => {
  const { record, run } = await setup()
  flip(record, path, 44 * position + 20)
  const { code, last } = await run()
  expect([code, last?.code, last?.['path'], last?.['index']]).toEqual([
    1,
    'ENTRY_DIFFERS',
    path,
    index,
  ])
})

test.each([
  ['entry', 'tile/entries/001.p/56', 44, 'ENTRY_DIFFERS'],
  ['tile', 'tile/0/001.p/56', 32, 'TILE_DIFFERS'],
])('names a changed %s that an earlier check had seen', async (_name, path, width, kind) => {
  const { record, run } = await setup()
  await run()
  record.certify(10)
  record.publish()
  flip(record, path, width * 7 + 20)
  const { code, last } = await run()
  expect([code, last?.code, last?.['path'], last?.['index']]).toEqual([1, kind, path, 263])
})

test.each(['tile/0/000', 'tile/1/000.p/1', 'tile/entries/001.p/46', 'checkpoint'])(
  'names the missing file %s',
  async (path) => {
    const { record, run } = await setup()
    record.files.delete(path)
    const { code, last } = await run()
    expect([code, last?.code, last?.['path']]).toEqual([1, 'FILE_MISSING', path])
  },
)

test.each([
  ['a shorter tile', 'tile/0/000', 32 * 255],
  ['a truncated file of entries', 'tile/entries/000', 44 * 255 + 20],
  ['a file with fewer entries', 'tile/entries/000', 44 * 255],
])('names %s', async (_name, path, length) => {
  const { record, run } = await setup()
  record.files.set(path, (record.files.get(path) as Uint8Array).slice(0, length))
  const { code, last } = await run()
  expect([code, last?.code, last?.['path']]).toEqual([1, 'FILE_INVALID', path])
})

test('names a file that is far too large', async () => {
  const { record, run } = await setup()
  record.files.set('checkpoint', new Uint8Array(17 * 1024 * 1024))
  const { code, last } = await run()
  expect([code, last?.code, last?.['path']]).toEqual([1, 'FILE_INVALID', 'checkpoint'])
})

test('names an entry that is signed and is not one', async () => {
  const { record, run } = await setup()
  record.entries.push(new Uint8Array(42).fill(1, 0, 1))
  record.publish()
  const { code, last } = await run()
  expect([code, last?.code, last?.['index']]).toEqual([1, 'ENTRY_INVALID', 302])
})

test('names a repeated leaf', async () => {
  const { record, run } = await setup()
  record.entries.push(record.entries[1] as Uint8Array)
  record.publish()
  const { code, last } = await run()
  expect([code, last?.code, last?.['index'], last?.['found']]).toEqual([
    1,
    'LEAF_REPEATED',
    302,
    'entry 1',
  ])
})

test('names a status that omits a revocation', async () => {
  const { record, run } = await setup()
  const n = BigInt(record.entries.length)
  record.entries.push(statusEntry(n, bitmapRoot(new Map(), n)))
  record.publish()
  await record.anchor()
  const { code, last } = await run()
  expect([code, last?.code, last?.['index']]).toEqual([1, 'STATUS_DIFFERS', 302])
})

test('names the withheld status of an anchored state that ends with another entry', async () => {
  const { record, run } = await setup()
  record.certify(1)
  record.publish()
  await record.anchor()
  const { code, last } = await run()
  expect([code, last?.code, last?.['index']]).toEqual([1, 'STATUS_WITHHELD', 302])
  expect(last).toMatchObject({ expected: 'a status of 302 entries', found: 'no status entry' })
})

test('names the withheld status of an anchored state whose status covers too little', async () => {
  const { record, run } = await setup()
  record.revoke(2)
  record.addStatus(302)
  record.publish()
  await record.anchor()
  const { code, last } = await run()
  expect([code, last?.code, last?.['found']]).toEqual([
    1,
    'STATUS_WITHHELD',
    'a status of 302 entries',
  ])
})

test.each([
  [
    'of another key',
    (note: string) => note.replace(/(?<=— \S+ )./u, (c) => (c === 'A' ? 'B' : 'A')),
  ],
  ['whose text was changed', (note: string) => note.replace('302', '303')],
  ['that is not a note', () => 'nothing'],
])('names a checkpoint %s', async (_name, change) => {
  const { record, run } = await setup()
  const note = fromUtf8(record.files.get('checkpoint') as Uint8Array)
  record.files.set('checkpoint', utf8(change(note)))
  const { code, last } = await run()
  expect([code, last?.code]).toEqual([1, 'CHECKPOINT_INVALID'])
})

test('names a checkpoint that shrank', async () => {
  const { record, run } = await setup()
  record.certify(10)
  record.publish()
  await run()
  record.publish(305)
  const { code, last } = await run()
  expect([code, last?.code, last?.['found']]).toEqual([1, 'CHECKPOINT_SHRANK', '305 entries'])
})

test('names a fork at the same size', async () => {
  const { record, run } = await setup()
  await run()
  record.entries[10] = other()
  record.publish()
  const { code, last } = await run()
  expect([code, last?.code]).toEqual([1, 'CHECKPOINT_FORKED'])
  expect(Object.keys(last?.['evidence'] as object)).toEqual(['before', 'now'])
})

test.each([
  ['a full tile', 10],
  ['the last tile', 290],
])('names the first entry of a rewritten past in %s', async (_name, index) => {
  const { record, run } = await setup()
  await run()
  record.entries[index] = other()
  record.certify(10)
  record.publish()
  const { code, last } = await run()
  expect([code, last?.code, last?.['index']]).toEqual([1, 'CHECKPOINT_FORKED', index])
  expect(Object.keys(last?.['evidence'] as object)).toEqual(['before', 'now'])
})

test('names a signed root that is not that of the entries', async () => {
  const { record, run } = await setup()
  const entries = [...record.entries]
  record.entries[10] = other()
  record.publish()
  const forged = record.files.get('checkpoint') as Uint8Array
  record.entries.splice(0, entries.length, ...entries)
  record.publish()
  record.files.set('checkpoint', forged)
  const { code, last } = await run()
  expect([code, last?.code, last?.['path']]).toEqual([1, 'ROOT_DIFFERS', 'checkpoint'])
})

test('names an anchored state that is not in the record', async () => {
  const { record, run } = await setup()
  record.entries[10] = other()
  record.publish()
  const { code, last } = await run()
  expect([code, last?.code, last?.['index']]).toEqual([1, 'ANCHOR_DIFFERS', 301])
  expect(last?.['found']).toBe(toHex(record.anchored().root))
})

test('names an anchored state that the checkpoint does not contain', async () => {
  const { record, run } = await setup()
  record.publish(290)
  const { code, last } = await run()
  expect([code, last?.code]).toEqual([1, 'ANCHOR_BEYOND_CHECKPOINT'])
  expect(last).toMatchObject({ expected: 'at least 302 entries', found: '290 entries' })
})

test('names an anchor file without the status of its state', async () => {
  const { record, run } = await setup()
  const file = record.files.get('anchor/latest') as Uint8Array
  record.files.set('anchor/latest', change((rest) => ({ ...rest, status: undefined }))(file))
  const { code, last } = await run()
  expect([code, last?.code, last?.['path']]).toEqual([1, 'STATUS_WITHHELD', 'anchor/latest'])
})

test.each([
  ['another head', to0x(headHash(302n, new Uint8Array(32)))],
  ['no head', `0x${'0'.repeat(64)}`],
])('names %s on the chain', async (_name, head) => {
  const { record, run } = await setup()
  const slot = keccak256(concat(encodeWord(from0x(record.operator())), new Uint8Array(32)))
  await chain.rpc('anvil_setStorageAt', [LOG_ANCHOR_ADDRESS, to0x(slot), head])
  await chain.mine(1)
  const { code, last } = await run()
  expect([code, last?.code, last?.['found']]).toEqual([1, 'HEAD_DIFFERS', head])
  expect(last?.['expected']).toBe(to0x(headHash(302n, record.anchored().root)))
})

test('names a node on another chain', async () => {
  const { run } = await setup()
  const another = await startTestChain(5)
  cleanUps.push(() => void another.stop())
  const { code, last } = await run('--rpc', another.url)
  expect([code, last?.code]).toEqual([1, 'NODE_ON_OTHER_CHAIN'])
  expect(last).toMatchObject({ expected: '31337', found: '5' })
})

test('names a contract that does not exist', async () => {
  const { record, run } = await setup()
  const contract = `0x${'12'.repeat(20)}`
  record.files.set('policy.json', policyFile(record.policy, { contract }))
  expect(await run()).toMatchObject({ code: 1, last: { code: 'CONTRACT_MISSING' } })
})

test('names entries that wait too long for the chain', async () => {
  let time = Date.now()
  const { record, run } = await setup({ context: { now: () => time } })
  record.certify(3)
  record.publish()
  const first = await run('--max-age', '2h')
  time += 3 * 3600e3
  const second = await run('--max-age', '2h')
  expect([first.code, second.code]).toEqual([0, 1])
  expect(second.last).toMatchObject({ code: 'HEAD_FROZEN', index: 304 })
  record.addStatus()
  record.publish()
  await record.anchor()
  expect((await run('--max-age', '2h')).code).toBe(0)
})

test('names a node whose newest block is too old', async () => {
  const context = { now: () => Date.now() + 25 * 3600e3 }
  const public5 = await startTestChain(5)
  cleanUps.push(() => void public5.stop())
  const { run } = await setupRecord(public5, cleanUps, { context })
  const { code, last } = await run()
  expect([code, last?.code]).toEqual([1, 'NODE_FROZEN'])
  expect((await run('--max-age', '26h')).code).toBe(0)
})

test.each([
  ['is not one', () => utf8('{}')],
  [
    'has a status that omits a revocation',
    change((file) => ({ ...file, status: { index: 301n, n: 301n, bitmap: new Map() } })),
  ],
  ['is for another chain', change((file) => ({ ...file, chain: { ...file.chain, chainId: 5n } }))],
  ['has another size', change((file) => ({ ...file, size: 301n }))],
  [
    'proves another transaction',
    change((file) => ({ ...file, chain: { ...file.chain, txIndex: 3n } })),
  ],
])('names an anchor file that %s', async (_name, alter) => {
  const { record, run } = await setup()
  record.files.set('anchor/latest', alter(record.files.get('anchor/latest') as Uint8Array))
  const { code, last } = await run()
  expect([code, last?.code, last?.['path']]).toEqual([1, 'ANCHOR_FILE_DIFFERS', 'anchor/latest'])
})

function change(alter: (file: AnchorFile) => AnchorFile) {
  return (bytes: Uint8Array) => utf8(formatAnchorFile(alter(parseAnchorFile(fromUtf8(bytes)))))
}

test('finds the anchored state without its event, because the search began later', async () => {
  const { record, run } = await setup()
  await chain.mine(3)
  const latest = Number(await chain.rpc('eth_blockNumber', []))
  const first = await run('--from-block', `${latest}`)
  expect(first).toMatchObject({ code: 0, last: { anchors: 0, anchoredSize: 302 } })
  record.files.delete('anchor/latest')
  expect(await run()).toMatchObject({ code: 0, last: { anchoredSize: 302 } })
})
