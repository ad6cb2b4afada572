import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { type LogFiles, logFiles } from './log-files.ts'

let folder: string
let files: LogFiles

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkproof-files-'))
  files = logFiles(join(folder, 'log'), join(folder, 'copy'))
  await files.write(new Map([['tile/0/000.p/1', new Uint8Array(32)]]))
})

afterEach(() => rm(folder, { recursive: true }))

/** Creates a temporary file as left by an interrupted write. */
async function createLeftover(store: string, ageMs: number): Promise<string> {
  const name = `.${randomUUID()}.tmp`
  const path = join(folder, store, 'tile/0', name)
  await writeFile(path, 'half')
  const modifiedAt = new Date(Date.now() - ageMs)
  await utimes(path, modifiedAt, modifiedAt)
  return name
}

test('deletes leftovers of interrupted writes from both stores, but no recent temporary files', async () => {
  for (const store of ['log', 'copy']) await createLeftover(store, 61_000)
  const recent = await createLeftover('log', 30_000)
  await files.sweep()
  expect(await readdir(join(folder, 'log/tile/0'))).toEqual([recent, '000.p'])
  expect(await readdir(join(folder, 'copy/tile/0'))).toEqual(['000.p'])
})

test('checks that both stores can be written, and leaves nothing behind', async () => {
  await files.checkWritable()
  for (const store of ['log', 'copy']) expect(await readdir(join(folder, store))).toEqual(['tile'])
})

test.each(['log', 'copy'])('reports that files cannot be created in %s', async (store) => {
  // Nobody can create files here, not even root.
  await rm(join(folder, store), { recursive: true })
  await symlink('/proc', join(folder, store))
  await expect(files.checkWritable()).rejects.toThrow(/ENOENT|EACCES|EROFS/)
})

test('many workers clean up concurrently without disturbing each other', async () => {
  for (let count = 0; count < 20; count++) await createLeftover('log', 61_000)
  const sweeps: Promise<void>[] = []
  const list = () => readdir(join(folder, 'log/tile/0'))
  for (let names = await list(); names.length > 1; names = await list()) sweeps.push(files.sweep())
  await Promise.all(sweeps)
  expect(await readdir(join(folder, 'log/tile/0'))).toEqual(['000.p'])
})

test('a leftover is never copied to the other store', async () => {
  await createLeftover('log', 0)
  await mkdir(join(folder, 'copy/anchor'))
  await writeFile(join(folder, 'copy/anchor/1'), '{}')
  expect(await files.syncStores(() => undefined)).toEqual(['anchor/1'])
  expect(await readdir(join(folder, 'copy/tile/0'))).toEqual(['000.p'])
})
