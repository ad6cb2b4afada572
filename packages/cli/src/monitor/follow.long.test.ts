/** Follows a record of 10,000 entries with a real chain, and names each contradiction that is planted in it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeWord } from '@inkproof/proof/abi'
import { concat, from0x, randomBytes, to0x } from '@inkproof/proof/bytes'
import { keccak256 } from '@inkproof/proof/keccak'
import { encodeEntry, KINDS, NO_PREVIOUS } from '@inkproof/proof/leaf'
import { headHash, LOG_ANCHOR_ADDRESS } from '@inkproof/proof/log-anchor'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createMonitor, type Line } from './testing/run-monitor.ts'
import { startTestChain, type TestChain } from './testing/test-chain.ts'
import { startTestRecord, type TestRecord } from './testing/test-record.ts'

const SIZE = 10_000
/** 39 full tiles and a partial one of level 0, and one of level 1. */
const TILES = 41

let chain: TestChain
let record: TestRecord
let monitor: ReturnType<typeof createMonitor>
let anchoredRoot: Uint8Array
let first: { code: number; last: Line | undefined }
const folder = mkdtempSync(join(tmpdir(), 'inkproof-follow-'))

beforeAll(async () => {
  chain = await startTestChain()
  record = await startTestRecord(chain)
  monitor = createMonitor(record, chain)
  for (const size of [2_500, 5_000, SIZE]) {
    record.certify(size - record.entries.length - 2)
    record.revoke(size - 1_000)
    record.addStatus()
    record.publish()
    await record.anchor()
  }
  anchoredRoot = record.anchored().root
  await chain.mine(3)
  first = await monitor.run('--once')
  cpSync(monitor.folder, folder, { recursive: true })
})

afterAll(async () => {
  record.close()
  monitor.remove()
  rmSync(folder, { recursive: true })
  await chain.stop()
})

/** Plants a contradiction, checks once, and restores the served files and the state of the monitor. */
async function withFault(plant: () => unknown, from: 'the beginning' | 'the first check') {
  const files = new Map(record.files)
  const entries = [...record.entries]
  const before = String(await chain.rpc('evm_snapshot', []))
  if (from === 'the beginning') for (const name of ['', '.leaves']) rmSync(monitor.state + name)
  try {
    await plant()
    return await monitor.run('--once')
  } finally {
    record.files.clear()
    for (const [path, bytes] of files) record.files.set(path, bytes)
    record.entries.splice(0, record.entries.length, ...entries)
    await chain.rpc('evm_revert', [before])
    cpSync(folder, monitor.folder, { recursive: true })
  }
}

function flip(path: string, offset: number): void {
  const bytes = record.files.get(path) as Uint8Array
  record.files.set(path, bytes.with(offset, (bytes[offset] as number) ^ 1))
}

test('reads every entry and every tile once', () => {
  expect(first.last).toMatchObject({ size: SIZE, entries: SIZE, tiles: TILES, anchors: 3 })
  expect([first.code, first.last?.['anchoredSize']]).toEqual([0, SIZE])
  const tiles = record.requests.filter((path) => /^tile\/\d/.test(path))
  const bundles = record.requests.filter((path) => path.startsWith('tile/entries/'))
  expect([tiles.length, new Set(tiles).size]).toEqual([TILES, TILES])
  expect([bundles.length, new Set(bundles).size]).toEqual([40, 40])
  // Eight files of entries with their tiles.
  expect(record.concurrency.most).toBeLessThanOrEqual(16)
  expect(record.concurrency.most).toBeGreaterThan(1)
})

test('continues with the entries that are new', async () => {
  const { code, last } = await withFault(() => {
    record.certify(300)
    record.publish()
  }, 'the first check')
  expect(last).toMatchObject({ size: SIZE + 300, entries: 300, tiles: 3, anchors: 0 })
  expect(code).toBe(0)
})

test('names a changed tile', async () => {
  const { code, last } = await withFault(() => flip('tile/0/020', 32 * 9), 'the beginning')
  expect(last).toMatchObject({ code: 'TILE_DIFFERS', path: 'tile/0/020', index: 20 * 256 + 9 })
  expect(code).toBe(1)
})

test('names a changed entry', async () => {
  const change = () => flip('tile/entries/020', 44 * 9 + 30)
  const { code, last } = await withFault(change, 'the beginning')
  const found = { code: 'ENTRY_DIFFERS', path: 'tile/entries/020', index: 20 * 256 + 9 }
  expect(last).toMatchObject(found)
  expect(code).toBe(1)
})

test('names a withheld status', async () => {
  const { code, last } = await withFault(async () => {
    record.certify(1)
    record.publish()
    await record.anchor()
  }, 'the first check')
  expect(last).toMatchObject({ code: 'STATUS_WITHHELD', index: SIZE })
  expect(code).toBe(1)
})

test('names a head of the chain that does not match', async () => {
  const head = to0x(headHash(BigInt(SIZE), randomBytes(32)))
  const slot = keccak256(concat(encodeWord(from0x(record.operator())), new Uint8Array(32)))
  const change = () =>
    chain
      .rpc('anvil_setStorageAt', [LOG_ANCHOR_ADDRESS, to0x(slot), head])
      .then(() => chain.mine(1))
  const { code, last } = await withFault(change, 'the first check')
  const expected = to0x(headHash(BigInt(SIZE), anchoredRoot))
  expect(last).toMatchObject({ code: 'HEAD_DIFFERS', expected, found: head })
  expect(code).toBe(1)
})

test('names a repeated leaf', async () => {
  const { code, last } = await withFault(() => {
    record.entries.push(record.entries[1_500] as Uint8Array)
    record.publish()
  }, 'the first check')
  expect(last).toMatchObject({ code: 'LEAF_REPEATED', index: SIZE, found: 'entry 1500' })
  expect(code).toBe(1)
})

test('names a fork between two checks', async () => {
  const { code, last } = await withFault(() => {
    const commitment = randomBytes(32)
    record.entries[7_000] = encodeEntry({
      kind: KINDS.certified,
      commitment,
      previous: NO_PREVIOUS,
    })
    record.certify(300)
    record.publish()
  }, 'the first check')
  expect(last).toMatchObject({ code: 'CHECKPOINT_FORKED', index: 7_000 })
  expect(code).toBe(1)
})
