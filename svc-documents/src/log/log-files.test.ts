import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
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
async function leftover(store: string, ageMs: number): Promise<string> {
  const name = `.${randomUUID()}.tmp`
  const place = join(folder, store, 'tile/0', name)
  await writeFile(place, 'half')
  const at = new Date(Date.now() - ageMs)
  await utimes(place, at, at)
  return name
}

test('leftovers of interrupted writes are deleted from both stores, and recent temporary files stay', async () => {
  for (const store of ['log', 'copy']) await leftover(store, 61_000)
  const young = await leftover('log', 30_000)
  await files.sweep()
  expect(await readdir(join(folder, 'log/tile/0'))).toEqual([young, '000.p'])
  expect(await readdir(join(folder, 'copy/tile/0'))).toEqual(['000.p'])
})

test('many workers clean up concurrently without disturbing each other', async () => {
  for (let count = 0; count < 20; count++) await leftover('log', 61_000)
  const sweeps: Promise<void>[] = []
  const left = () => readdir(join(folder, 'log/tile/0'))
  for (let names = await left(); names.length > 1; names = await left()) sweeps.push(files.sweep())
  await Promise.all(sweeps)
  expect(await readdir(join(folder, 'log/tile/0'))).toEqual(['000.p'])
})

test('a leftover is never copied to the other store', async () => {
  await leftover('log', 0)
  await mkdir(join(folder, 'copy/anchor'))
  await writeFile(join(folder, 'copy/anchor/1'), '{}')
  expect(await files.evenOut()).toEqual(['anchor/1'])
  expect(await readdir(join(folder, 'copy/tile/0'))).toEqual(['000.p'])
})
