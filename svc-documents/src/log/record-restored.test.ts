/** What workers restore of a record: lost, changed and unreadable files, and entries that the database has lost; and what they cannot. */
import { mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { toHex } from '@inkproof/proof/bytes'
import { entriesPath, tilePath } from '@inkproof/proof/tile'
import { expect, test } from '@jest/globals'
import { until } from '../testing/client.ts'
import { randomEntries } from '../testing/database.ts'
import { useRecord, waitForProblem, waitUntilHealthy } from '../testing/record.ts'
import { makeUnreadable } from '../testing/unreadable-files.ts'

const record = useRecord()
const { readPublished, start, startWithEntries, stop, waitUntilSigned } = record

test.each([
  ['while the log runs', true],
  ['while it is stopped', false],
])(
  'the signed state of an empty record is restored when its folder is lost %s',
  async (_when, isRunning) => {
    const { folder } = record
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
  const { folder } = record
  await waitUntilHealthy(await start())
  await stop()
  for (const store of ['log', 'copy']) await rm(join(folder, store), { recursive: true })
  await start()
  await waitUntilSigned(0)
})

test('a database that was lost before the first entry continues from the signed state in the folders', async () => {
  const { folder } = record
  await waitUntilHealthy(await start())
  const original = await readFile(join(folder, 'log', 'checkpoint'), 'utf8')
  await stop()
  await record.loseDatabase()
  await waitUntilHealthy(await start())
  expect(await record.database.heads.read()).toMatchObject({ size: 0, note: original })
  await record.database.appender().append(randomEntries(3))
  await waitUntilSigned(3)
})

test.each([
  ['a changed tile', tilePath(0, 0n)],
  ['a changed entry bundle', entriesPath(1n, 44)],
])('%s is detected at startup and restored from the second store', async (_name, path) => {
  const { folder } = record
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
  const { folder } = record
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
  const { database, files, folder } = record
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

test('both folders are rebuilt from the database when both are lost', async () => {
  const { folder } = record
  await startWithEntries(300)
  const { root } = await readPublished()
  await stop()
  await rm(join(folder, 'log'), { recursive: true })
  await rm(join(folder, 'copy'), { recursive: true })
  await waitUntilHealthy(await start())
  expect(toHex((await readPublished()).root)).toBe(toHex(root))
})

test('entries lost by the database are restored from the files', async () => {
  const { database } = record
  const entries = await startWithEntries(300)
  await stop()
  await database.deleteFrom(120)
  await waitUntilHealthy(await start())
  expect(await database.entries()).toEqual(entries.map((entry) => Buffer.from(entry)))
})

test('entries appended after a database loss do not hide the missing ones', async () => {
  const { database } = record
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
    const { files, folder } = record
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
  const { files, folder } = record
  await startWithEntries(300)
  await stop()
  const filePath = join(folder, 'log', entriesPath(0n))
  await rm(filePath)
  await mkdir(filePath)
  await waitUntilHealthy(await start())
  expect(await readFile(filePath)).toEqual(await files.readCopy(entriesPath(0n)))
})

test('starts although a folder with files is in the place of a file, which it leaves as it is', async () => {
  const { folder } = record
  await startWithEntries(300)
  await stop()
  const filePath = join(folder, 'log', entriesPath(0n))
  await rm(filePath)
  await mkdir(join(filePath, 'other'), { recursive: true })
  await waitUntilHealthy(await start())
  expect(await readdir(filePath)).toEqual(['other'])
})

test('starts although a file that the second store lacks is unreadable in the served folder', async () => {
  const { files, folder } = record
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
  const { database, files, folder } = record
  await startWithEntries(300)
  await stop()
  await database.deleteFrom(120)
  const path = entriesPath(0n)
  await makeUnreadable(files, 'read', join(folder, 'log'), path)
  await makeUnreadable(files, 'readCopy', join(folder, 'copy'), path)
  const worker = await start()
  const problem = await waitForProblem(worker, 'cannot be restored')
  expect(problem).toContain(`${path} in the served folder cannot be read: EIO`)
  expect(problem).toContain(`${path} in the second store cannot be read: EIO`)
  expect(problem).not.toContain('no store contains')
})

test('too many open files stop the start without rewriting anything', async () => {
  const { files, folder } = record
  await startWithEntries(300)
  await stop()
  const path = tilePath(0, 0n)
  const { ino } = await stat(join(folder, 'log', path))
  await makeUnreadable(files, 'read', join(folder, 'log'), path, 'EMFILE')
  const worker = await start()
  await waitForProblem(worker, 'EMFILE')
  expect((await stat(join(folder, 'log', path))).ino).toBe(ino)
})

test('a truncated copy of the checkpoint is skipped and rewritten', async () => {
  const { folder } = record
  await startWithEntries(20)
  await stop()
  const path = join(folder, 'log', 'checkpoint')
  const original = await readFile(path)
  await writeFile(path, original.subarray(0, 30))
  await waitUntilHealthy(await start())
  expect(await readFile(path)).toEqual(original)
})

function waitForFile(path: string): Promise<Buffer | undefined> {
  return until(
    () => readFile(path).catch(() => undefined),
    (bytes) => bytes !== undefined,
  )
}
