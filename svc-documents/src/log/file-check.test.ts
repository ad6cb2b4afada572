import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { concat } from '@inkproof/proof/bytes'
import { entriesPath, tilePath } from '@inkproof/proof/tile'
import { createLog } from '@inkproof/service-kit/log'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { until } from '../testing/client.ts'
import { type LogDatabase, openLogDatabase, randomEntries } from '../testing/database.ts'
import { makeUnreadable } from '../testing/unreadable-files.ts'
import { createFileCheck, type FileCheck } from './file-check.ts'
import { emptyTree, type GrowingTree, grow, markWritten, newFiles } from './growing-tree.ts'
import { integrate } from './integrate.ts'
import { type LogFiles, logFiles } from './log-files.ts'

/** 256 full bundles, so that there is a full tile of level 1, and 300 entries after them. */
const SIZE = 256 * 256 + 300
const NO_PREVIOUS = new Uint8Array(8).fill(255)
const STORES = ['log', 'copy']

let database: LogDatabase
let folder: string
let files: LogFiles
let tree: GrowingTree
/** Whether the tree matches the signed states. */
let isTreeKnown: boolean
/** Number of rounds that have asked for the tree. */
let asked: number
let check: FileCheck
let registry: Registry
let rechecks: number

beforeEach(async () => {
  database = await openLogDatabase()
  folder = await mkdtemp(join(tmpdir(), 'inkproof-file-check-'))
  files = logFiles(join(folder, 'log'), join(folder, 'copy'))
  tree = emptyTree()
  isTreeKnown = true
  asked = 0
})

afterEach(async () => {
  await check.close()
  await database.close()
  await rm(folder, { recursive: true })
})

const sign = async ({ size }: { size: number }) => `signed state of ${size} entries\n`
const now = () => new Date()

async function append(count: number): Promise<void> {
  const { store, heads } = database
  await database.appender().append(randomEntries(count))
  while (await integrate({ store, heads, files, keys: { sign }, now }, tree));
}

/** Grows the tree and writes its files without storing the entries, which would take much longer. */
async function growWithoutDatabase(count: number): Promise<void> {
  for (let index = 0; index < count; index++)
    grow(tree, concat(new Uint8Array([1, 1]), randomBytes(32), NO_PREVIOUS))
  await files.write(newFiles(tree))
  markWritten(tree)
}

async function start(): Promise<void> {
  const { store, heads } = database
  registry = new Registry()
  rechecks = 0
  const recheck = () => void rechecks++
  const log = createLog('test', 'silent')
  const knownTree = () => {
    asked++
    return isTreeKnown ? tree : undefined
  }
  const deps = { files, store, heads, now, tree: knownTree, recheck, log, registry }
  check = createFileCheck(deps)
  await check.prepare()
  await waitForRounds(1)
}

async function readMetric(name: string): Promise<number> {
  return (await registry.getSingleMetric(name)?.get())?.values[0]?.value ?? 0
}

/** Waits for the end of this many rounds that start after the call. */
async function waitForRounds(count: number): Promise<void> {
  // A round that is already running may have read a file before the test changed it.
  for (let round = 0; round <= count; round++) {
    const read = () => readMetric('log_files_checked_timestamp_seconds')
    const before = await read()
    check.wake()
    await until(read, (time) => time > before)
  }
}

async function flipBit(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  await writeFile(path, bytes)
}

test('a record without damage is checked without writing or reporting anything', async () => {
  await append(300)
  await start()
  await waitForRounds(2)
  await expect(check.check()).resolves.toBeUndefined()
  expect(await readMetric('log_files_repaired_total')).toBe(0)
})

test.each([
  ['a truncated tile', tilePath(0, 0n), (path: string) => truncate(path, 100)],
  ['a changed tile', tilePath(0, 0n), flipBit],
  ['a truncated bundle', entriesPath(0n), (path: string) => truncate(path, 100)],
  ['a changed bundle', entriesPath(0n), flipBit],
  ['a deleted bundle', entriesPath(0n), (path: string) => rm(path)],
  ['a changed partial tile', tilePath(0, 1n, 44), flipBit],
  ['a truncated partial bundle', entriesPath(1n, 44), (path: string) => truncate(path, 9)],
  [
    'a partial tile of an earlier state',
    tilePath(0, 0n, 200),
    (path: string) => truncate(path, 32),
  ],
  ['a partial bundle of an earlier state', entriesPath(0n, 200), flipBit],
  ['a partial tile of level 1', tilePath(1, 0n, 1), flipBit],
])('%s is repaired while the log runs, and reported', async (_what, path, damage) => {
  await append(200)
  await append(100)
  await start()
  for (const store of STORES) {
    const filePath = join(folder, store, path)
    const original = await readFile(filePath)
    await damage(filePath)
    await waitForRounds(1)
    expect(await readFile(filePath)).toEqual(original)
  }
  expect(await readMetric('log_files_repaired_total')).toBe(2)
  await expect(check.check()).rejects.toThrow(`the last one ${path}`)
  expect(check.isOptional).toBe(true)
})

test('a file damaged in both stores is restored from the entries in the database', async () => {
  await append(300)
  await start()
  const paths = [tilePath(0, 0n), entriesPath(0n)]
  const originals = await Promise.all(paths.map(files.read))
  for (const store of STORES) for (const path of paths) await flipBit(join(folder, store, path))
  await waitForRounds(1)
  expect(await Promise.all(paths.map(files.read))).toEqual(originals)
  expect(await Promise.all(paths.map(files.readCopy))).toEqual(originals)
})

test('a checkpoint that differs from the signed state in two rounds is published again', async () => {
  await append(3)
  await start()
  const path = join(folder, 'log', 'checkpoint')
  const original = await readFile(path)
  await truncate(path, 4)
  await waitForRounds(2)
  expect(await readFile(path)).toEqual(original)
})

test('a bundle that became full while the log runs is verified in the next round', async () => {
  await append(200)
  await start()
  await append(100)
  await flipBit(join(folder, 'log', entriesPath(0n)))
  await waitForRounds(1)
  expect(await files.read(entriesPath(0n))).toEqual(await files.readCopy(entriesPath(0n)))
})

test('in a large record, tiles of level 1 are repaired, and the scan reaches every bundle', async () => {
  await growWithoutDatabase(SIZE)
  await start()
  const level1 = join(folder, 'log', tilePath(1, 0n))
  const original = await readFile(level1)
  await truncate(level1, 64)
  await waitForRounds(1)
  expect(await readFile(level1)).toEqual(original)
  const last = join(folder, 'log', entriesPath(256n))
  await flipBit(last)
  await waitForRounds(3)
  expect(await files.read(entriesPath(256n))).toEqual(await files.readCopy(entriesPath(256n)))
})

test('a tile above level 0 that is damaged in both stores makes the worker compare all files', async () => {
  await growWithoutDatabase(SIZE)
  await start()
  const damaged = (await files.read(tilePath(1, 0n))).slice().fill(7)
  // A round that runs meanwhile may see damage in one store only and repair it, so it is repeated.
  const damageBoth = async () => {
    for (const store of STORES) await writeFile(join(folder, store, tilePath(1, 0n)), damaged)
    check.wake()
    return rechecks
  }
  await until(damageBoth, (count) => count > 0)
  await expect(check.check()).rejects.toThrow(`${tilePath(1, 0n)} is damaged in both stores`)
  expect(await readMetric('log_files_unchecked')).toBe(1)
})

test('a file that disappears with its folder is written again', async () => {
  await append(300)
  await start()
  await rm(dirname(join(folder, 'log', entriesPath(0n))), { recursive: true })
  await waitForRounds(1)
  expect(await files.read(entriesPath(1n, 44))).toEqual(await files.readCopy(entriesPath(1n, 44)))
})

test.each([
  ['a tile', tilePath(0, 0n)],
  ['a bundle', entriesPath(0n)],
  ['a partial tile', tilePath(0, 2n, 88)],
])('%s that the disk cannot read is replaced, and reported', async (_what, path) => {
  await append(600)
  await start()
  const { read } = files
  await makeUnreadable(files, 'read', join(folder, 'log'), path)
  await waitForRounds(1)
  expect(await files.read(path)).toEqual(await read(path))
  await expect(check.check()).rejects.toThrow(`the last one ${path}`)
})

test.each([
  ['the served folder', 'log'],
  ['the second store', 'copy'],
])(
  'a file that cannot be replaced in %s is reported, and the round goes on',
  async (_name, store) => {
    await append(600)
    await start()
    const blocked = join(folder, store, entriesPath(0n))
    await rm(blocked)
    await mkdir(join(blocked, 'other'), { recursive: true })
    await flipBit(join(folder, store, entriesPath(1n)))
    const isRepaired = async () => {
      check.wake()
      return readMetric('log_files_repaired_total')
    }
    await until(isRepaired, (count) => count === 1)
    await until(
      () => readMetric('log_files_unchecked'),
      (value) => value === 1,
    )
    expect(await files.read(entriesPath(1n))).toEqual(await files.readCopy(entriesPath(1n)))
    await expect(check.check()).rejects.toThrow(
      `${entriesPath(0n)} is damaged and cannot be replaced`,
    )
    expect(rechecks).toBe(0)
  },
)

test('too many open files end the round without replacing a file', async () => {
  await append(300)
  await start()
  await makeUnreadable(files, 'read', join(folder, 'log'), tilePath(0, 0n), 'EMFILE')
  const isFailed = async () => {
    check.wake()
    return readMetric('log_files_unchecked')
  }
  await until(isFailed, (value) => value === 1)
  await expect(check.check()).rejects.toThrow('EMFILE')
  expect(await readMetric('log_files_repaired_total')).toBe(0)
})

test('a round without a tree does not count as a successful one', async () => {
  await append(300)
  await start()
  isTreeKnown = false
  const askedWithTree = asked
  const readTime = () => readMetric('log_files_checked_timestamp_seconds')
  const countRounds = async () => {
    check.wake()
    return asked
  }
  // The next round starts when the last one that had the tree has ended.
  await until(countRounds, (count) => count > askedWithTree)
  const before = await readTime()
  await until(countRounds, (count) => count > askedWithTree + 2)
  expect(await readTime()).toBe(before)
  isTreeKnown = true
  await waitForRounds(1)
  expect(await readTime()).toBeGreaterThan(before)
})
