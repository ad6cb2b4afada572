import { createHash } from 'node:crypto'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { toHex, utf8 } from '@inkproof/proof/bytes'
import { openCheckpoint, signCheckpoint } from '@inkproof/proof/checkpoint'
import { generateKey, parsePrivateKey } from '@inkproof/proof/note'
import { entriesPath, tilePath } from '@inkproof/proof/tile'
import { inclusionFromTiles, rootFromTiles } from '@inkproof/proof/tile-proofs'
import { leafHash, verifyInclusion } from '@inkproof/proof/tree'
import { createLog } from '@inkproof/service-kit/log'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { encodeStatusEntry } from '../anchors/status-entry.ts'
import { until } from '../testing/client.ts'
import { type LogDatabase, openLogDatabase, randomEntries } from '../testing/database.ts'
import { makeUnreadable } from '../testing/unreadable-files.ts'
import { leafOf } from './entry-store.ts'
import { type LogFiles, logFiles } from './log-files.ts'
import { createLogWorker, type LogWorker } from './log-worker.ts'

let database: LogDatabase
let folder: string
let files: LogFiles
let workers: LogWorker[]

const key = parsePrivateKey(generateKey('test.example/record').privateKey)

beforeEach(async () => {
  database = await openLogDatabase()
  folder = await mkdtemp(join(tmpdir(), 'inkproof-record-'))
  files = logFiles(join(folder, 'log'), join(folder, 'copy'))
  workers = []
})

afterEach(async () => {
  await stop()
  await database.close()
  await rm(folder, { recursive: true })
})

async function start(): Promise<LogWorker> {
  const { store, heads } = database
  const log = createLog('test', 'silent')
  const now = () => new Date()
  const worker = createLogWorker({
    store,
    heads,
    files,
    keys: await database.claimKey(key, files),
    log,
    now,
    maySign: () => true,
    onChange: () => undefined,
  })
  workers.push(worker)
  await worker.prepare()
  return worker
}

async function stop(): Promise<void> {
  await Promise.all(workers.map((worker) => worker.close()))
  workers = []
}

async function waitUntilSigned(size: number): Promise<void> {
  await until(
    () => readPublished().catch(() => undefined),
    (state) => state?.size === BigInt(size),
  )
}

/** Appends entries, starts a worker and waits until they are signed. */
async function startWithEntries(count: number): Promise<Uint8Array[]> {
  const entries = randomEntries(count)
  await database.appender().append(entries)
  await start()
  await waitUntilSigned(count)
  return entries
}

function waitForFile(path: string): Promise<Buffer | undefined> {
  return until(
    () => readFile(path).catch(() => undefined),
    (bytes) => bytes !== undefined,
  )
}

async function readPublished(): Promise<{ size: bigint; root: Uint8Array }> {
  return openCheckpoint(await readFile(join(folder, 'log', 'checkpoint'), 'utf8'), key)
}

/** Waits until the worker reports no error. */
async function waitUntilHealthy(worker: LogWorker): Promise<void> {
  await until(
    async () => worker.problem(),
    (problem) => problem === null,
  )
}

test('the published files alone prove that the checkpoint includes every entry', async () => {
  const entries = await startWithEntries(700)
  await stop()
  const { size, root } = await readPublished()
  expect(size).toBe(700n)
  for (const index of [0, 255, 256, 511, 699]) {
    const proof = await inclusionFromTiles(files.read, BigInt(index), size)
    verifyInclusion(BigInt(index), size, leafHash(entries[index] as Uint8Array), proof, root)
  }
})

const EMPTY_ROOT = createHash('sha256').digest('hex')

test('an empty record publishes its signed state, and reports it as its head', async () => {
  await waitUntilHealthy(await start())
  const { size, root } = await readPublished()
  expect([size, toHex(root)]).toEqual([0n, EMPTY_ROOT])
  expect(await database.heads.read()).toMatchObject({ size: 0, root: EMPTY_ROOT })
})

test('two workers sign the empty record once, and continue with the first entries', async () => {
  await Promise.all([start(), start()].map(async (worker) => waitUntilHealthy(await worker)))
  const { note, signedAt } = await database.heads.read()
  expect(note).toContain('\n0\n')
  await stop()
  await waitUntilHealthy(await start())
  expect(await database.heads.read()).toMatchObject({ note, signedAt })
  await database.appender().append(randomEntries(2))
  await waitUntilSigned(2)
})

test.each([
  ['while the log runs', true],
  ['while it is stopped', false],
])(
  'the signed state of an empty record is restored when its folder is lost %s',
  async (_when, isRunning) => {
    await waitUntilHealthy(await start())
    const path = join(folder, 'log', 'checkpoint')
    const original = await readFile(path)
    if (!isRunning) await stop()
    await rename(join(folder, 'log'), join(folder, 'lost'))
    if (!isRunning) await start()
    expect(await waitForFile(path)).toEqual(original)
  },
)

test('the signed state of an empty record is restored from the database when both folders are lost', async () => {
  await waitUntilHealthy(await start())
  await stop()
  for (const store of ['log', 'copy']) await rm(join(folder, store), { recursive: true })
  await start()
  await waitUntilSigned(0)
})

test('a database that was lost before the first entry continues from the signed state in the folders', async () => {
  await waitUntilHealthy(await start())
  const original = await readFile(join(folder, 'log', 'checkpoint'), 'utf8')
  await stop()
  await database.close()
  database = await openLogDatabase()
  await waitUntilHealthy(await start())
  expect(await database.heads.read()).toMatchObject({ size: 0, note: original })
  await database.appender().append(randomEntries(3))
  await waitUntilSigned(3)
})

test('a signed state of size 0 with another root stops signing', async () => {
  const root = new Uint8Array(32).fill(7)
  const note = signCheckpoint({ origin: key.name, size: 0n, root }, key)
  await files.write(new Map([['checkpoint', utf8(note)]]))
  const worker = await start()
  await until(
    async () => worker.problem(),
    (problem) => problem?.includes('no store contains') ?? false,
  )
})

test('two concurrent workers publish the same history', async () => {
  await Promise.all([start(), start()])
  const appender = database.appender()
  for (let round = 0; round < 6; round++) await appender.append(randomEntries(97))
  await waitUntilSigned(582)
  await stop()
  const { size, root } = await readPublished()
  expect([size, toHex(await rootFromTiles(files.readCopy, size))]).toEqual([582n, toHex(root)])
})

test('a worker continues with the same tree after another one stopped', async () => {
  await startWithEntries(300)
  await stop()
  await database.appender().append(randomEntries(300))
  await start()
  await waitUntilSigned(600)
  const { root } = await readPublished()
  expect(toHex(await rootFromTiles(files.read, 600n))).toBe(toHex(root))
})

test.each([
  ['a changed tile', tilePath(0, 0n)],
  ['a changed entry bundle', entriesPath(1n, 44)],
])('%s is detected at startup and restored from the second store', async (_name, path) => {
  await startWithEntries(300)
  await stop()
  const filePath = join(folder, 'log', path)
  const original = await readFile(filePath)
  const changed = Buffer.from(original)
  changed[40] = (changed[40] ?? 0) ^ 1
  await writeFile(filePath, changed)
  await waitUntilHealthy(await start())
  expect(await readFile(filePath)).toEqual(original)
})

test('a lost folder is restored from the second store', async () => {
  await startWithEntries(300)
  await stop()
  await rename(join(folder, 'log'), join(folder, 'lost'))
  await waitUntilHealthy(await start())
  for (const path of ['checkpoint', tilePath(0, 0n), tilePath(0, 1n, 44), entriesPath(1n, 44)]) {
    expect(await readFile(join(folder, 'log', path))).toEqual(
      await readFile(join(folder, 'lost', path)),
    )
  }
})

test('a folder lost while the log runs is restored, including files of older states', async () => {
  await startWithEntries(10)
  await database.appender().append(randomEntries(5))
  await waitUntilSigned(15)
  await files.write(new Map([['anchor/10', new Uint8Array([1, 2, 3])]]))
  await rename(join(folder, 'log'), join(folder, 'lost'))
  for (const path of ['checkpoint', 'anchor/10', tilePath(0, 0n, 10), entriesPath(0n, 10)])
    expect(await waitForFile(join(folder, 'log', path))).toEqual(
      await readFile(join(folder, 'lost', path)),
    )
})

test('signs the state that ends with a status entry, even if more entries follow', async () => {
  const status = encodeStatusEntry([], 3)
  await database.appender().append([...randomEntries(3), status, ...randomEntries(4)])
  await start()
  await waitUntilSigned(8)
  // Files of a state exist only if that state was signed.
  for (const width of [4, 8])
    expect(await readFile(join(folder, 'log', tilePath(0, 0n, width)))).toHaveLength(32 * width)
})

test('both folders are rebuilt from the database when both are lost', async () => {
  await startWithEntries(300)
  const { root } = await readPublished()
  await stop()
  await rm(join(folder, 'log'), { recursive: true })
  await rm(join(folder, 'copy'), { recursive: true })
  await waitUntilHealthy(await start())
  expect(toHex((await readPublished()).root)).toBe(toHex(root))
})

test('entries lost by the database are restored from the files', async () => {
  const entries = await startWithEntries(300)
  await stop()
  await database.deleteFrom(120)
  await waitUntilHealthy(await start())
  expect(await database.entries()).toEqual(entries.map((entry) => Buffer.from(entry)))
})

test('entries appended after a database loss do not hide the missing ones', async () => {
  const entries = await startWithEntries(300)
  await stop()
  await database.deleteFrom(120)
  const [index] = await database.appender().append(randomEntries(1))
  expect(index).toBe(300)
  await waitUntilHealthy(await start())
  expect((await database.entries()).slice(0, 300)).toEqual(
    entries.map((entry) => Buffer.from(entry)),
  )
})

test.each([entriesPath(0n), tilePath(0, 0n), 'checkpoint'])(
  'starts while %s is unreadable in the served folder, and replaces it',
  async (path) => {
    await startWithEntries(300)
    await stop()
    const filePath = join(folder, 'log', path)
    const { ino } = await stat(filePath)
    const { read } = files
    await makeUnreadable(files, 'read', join(folder, 'log'), path)
    await waitUntilHealthy(await start())
    expect((await stat(filePath)).ino).not.toBe(ino)
    expect(await read(path)).toEqual(await files.readCopy(path))
  },
)

test('an empty folder in the place of a file is replaced at startup', async () => {
  await startWithEntries(300)
  await stop()
  const filePath = join(folder, 'log', entriesPath(0n))
  await rm(filePath)
  await mkdir(filePath)
  await waitUntilHealthy(await start())
  expect(await readFile(filePath)).toEqual(await files.readCopy(entriesPath(0n)))
})

test('starts although a folder with files is in the place of a file, which it leaves as it is', async () => {
  await startWithEntries(300)
  await stop()
  const filePath = join(folder, 'log', entriesPath(0n))
  await rm(filePath)
  await mkdir(join(filePath, 'other'), { recursive: true })
  await waitUntilHealthy(await start())
  expect(await readdir(filePath)).toEqual(['other'])
})

test('starts although a file that the second store lacks is unreadable in the served folder', async () => {
  await startWithEntries(300)
  await stop()
  const anchor = join(folder, 'log', 'anchor/10')
  await mkdir(dirname(anchor))
  // Reading a file of 2 GB or more fails with an error of this file.
  await writeFile(anchor, '')
  await truncate(anchor, 2 ** 31)
  await waitUntilHealthy(await start())
  await expect(files.readCopy('anchor/10')).rejects.toThrow('ENOENT')
})

test('names the unreadable file when no source is left, and does not call the history unknown', async () => {
  await startWithEntries(300)
  await stop()
  await database.deleteFrom(120)
  const path = entriesPath(0n)
  await makeUnreadable(files, 'read', join(folder, 'log'), path)
  await makeUnreadable(files, 'readCopy', join(folder, 'copy'), path)
  const worker = await start()
  const problem = await until(
    async () => worker.problem(),
    (problem) => problem?.includes('cannot be restored') ?? false,
  )
  expect(problem).toContain(`${path} in the served folder cannot be read: EIO`)
  expect(problem).toContain(`${path} in the second store cannot be read: EIO`)
  expect(problem).not.toContain('no store contains')
})

test('too many open files stop the start without rewriting anything', async () => {
  await startWithEntries(300)
  await stop()
  const path = tilePath(0, 0n)
  const { ino } = await stat(join(folder, 'log', path))
  await makeUnreadable(files, 'read', join(folder, 'log'), path, 'EMFILE')
  const worker = await start()
  await until(
    async () => worker.problem(),
    (problem) => problem?.includes('EMFILE') ?? false,
  )
  expect((await stat(join(folder, 'log', path))).ino).toBe(ino)
})

test('entries that contradict a signed state stop signing but not appending', async () => {
  await startWithEntries(300)
  await stop()
  await database.deleteFrom(290)
  await database.store.insert(290, randomEntries(10).map(leafOf))
  const worker = await start()
  const problem = await until(
    async () => worker.problem(),
    (problem) => problem?.includes('differs from') ?? false,
  )
  expect(problem).toBe('entry 290 in the database differs from the signed log')
  await expect(worker.check()).rejects.toThrow('differs from the signed log')
  await until(database.heads.read, ({ isStopped }) => isStopped === true)
  await database.appender().append(randomEntries(5))
  expect((await database.heads.read()).size).toBe(300)
  expect((await readPublished()).size).toBe(300n)
})

test('a checkpoint signed by this key for a different history stops signing', async () => {
  await startWithEntries(20)
  await stop()
  const root = new Uint8Array(32).fill(7)
  const note = signCheckpoint({ origin: key.name, size: 20n, root }, key)
  await writeFile(join(folder, 'copy', 'checkpoint'), note)
  await database.appender().append(randomEntries(5))
  const worker = await start()
  await until(
    async () => worker.problem(),
    (problem) => problem?.includes('no store contains') ?? false,
  )
  expect((await readPublished()).size).toBe(20n)
})

test('a truncated copy of the checkpoint is skipped and rewritten', async () => {
  await startWithEntries(20)
  await stop()
  const path = join(folder, 'log', 'checkpoint')
  const original = await readFile(path)
  await writeFile(path, original.subarray(0, 30))
  await waitUntilHealthy(await start())
  expect(await readFile(path)).toEqual(original)
})

test('a checkpoint signed by another key stops signing', async () => {
  await startWithEntries(20)
  await stop()
  const otherKey = parsePrivateKey(generateKey(key.name).privateKey)
  const root = new Uint8Array(32).fill(7)
  const note = signCheckpoint({ origin: key.name, size: 20n, root }, otherKey)
  await writeFile(join(folder, 'log', 'checkpoint'), note)
  const worker = await start()
  await until(
    async () => worker.problem(),
    (problem) => problem?.includes('no signature by') ?? false,
  )
})

test('retries a failed file write in the next step', async () => {
  const worker = await start()
  await waitUntilHealthy(worker)
  let isDiskFull = true
  const { write } = files
  files.write = async (batch) => {
    if (isDiskFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    await write(batch)
  }
  await database.appender().append(randomEntries(10))
  await until(
    async () => worker.problem(),
    (problem) => problem === 'no space left',
  )
  expect((await database.heads.read()).size).toBe(0)
  isDiskFull = false
  await waitUntilSigned(10)
  expect((await readPublished()).size).toBe(10n)
})
