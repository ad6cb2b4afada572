import { mkdtemp, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TileReader } from '@inkproof/proof/tile'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createFileCache } from './file-cache.ts'

let folder: string
let reads: string[]
let read: TileReader

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkproof-file-cache-'))
  reads = []
  read = async (path) => {
    reads.push(path)
    return readFile(join(folder, path))
  }
  for (const name of ['a', 'b', 'c']) await writeFile(join(folder, name), name.repeat(100))
})

afterEach(() => rm(folder, { recursive: true }))

test('an unchanged file is read once, and returned as the same array', async () => {
  const cached = createFileCache(folder, read)
  const first = await cached('a')
  expect(await cached('a')).toBe(first)
  expect(reads).toEqual(['a'])
})

test('a file that was replaced by one of the same size and time is read again', async () => {
  const cached = createFileCache(folder, read)
  const time = new Date('2026-01-01T00:00:00Z')
  await utimes(join(folder, 'a'), time, time)
  await cached('a')
  await writeFile(join(folder, 'temporary'), 'x'.repeat(100))
  await utimes(join(folder, 'temporary'), time, time)
  await rename(join(folder, 'temporary'), join(folder, 'a'))
  expect(Buffer.from(await cached('a')).toString()).toBe('x'.repeat(100))
})

test('a file that was changed in place is read again', async () => {
  const cached = createFileCache(folder, read)
  await cached('a')
  await truncate(join(folder, 'a'), 7)
  expect(await cached('a')).toHaveLength(7)
})

test('a file that was deleted is missing, also if it was cached', async () => {
  const cached = createFileCache(folder, read)
  await cached('a')
  await rm(join(folder, 'a'))
  await expect(cached('a')).rejects.toMatchObject({ code: 'ENOENT' })
})

test('above the limit, the files that were not used for longest are dropped', async () => {
  const cached = createFileCache(folder, read, 200)
  for (const path of ['a', 'b', 'a', 'c']) await cached(path)
  expect(reads).toEqual(['a', 'b', 'c'])
  for (const path of ['a', 'c', 'b']) await cached(path)
  expect(reads).toEqual(['a', 'b', 'c', 'b'])
})

test('a file above the limit is returned, but neither stored nor a reason to drop others', async () => {
  const cached = createFileCache(folder, read, 150)
  await writeFile(join(folder, 'large'), 'l'.repeat(151))
  for (const path of ['a', 'large', 'large', 'a']) await cached(path)
  expect(reads).toEqual(['a', 'large', 'large'])
})

test('concurrent reads of a file do not exceed the limit', async () => {
  const cached = createFileCache(folder, read, 200)
  await Promise.all(['a', 'a', 'a', 'b', 'b'].map(cached))
  reads = []
  for (const path of ['a', 'b']) await cached(path)
  expect(reads).toEqual([])
})
