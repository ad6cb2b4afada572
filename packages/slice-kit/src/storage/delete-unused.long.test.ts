/** Deletes old files of a real S3-compatible server while a release begins to use them again. */
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { startStorage, type TestStorage } from '../testing/versitygw.ts'
import { deleteUnused } from './delete-unused.ts'
import { type LiveRelease, POINTER, readLive } from './live-release.ts'
import type { ObjectStore } from './object-store.ts'
import { pull } from './pull.ts'
import { push } from './push.ts'
import { changeStorage } from './release-to-storage.ts'
import { openS3 } from './s3-store.ts'

const BUILD_TIMEOUT_MS = 600_000
const DAY_MS = 24 * 60 * 60 * 1000

let folder: string
let storage: TestStorage
let store: ObjectStore
/** The second of two releases; the files of the first are unused. */
let live: LiveRelease
let folders = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inkproof-unused-'))
  storage = await startStorage(folder, ['releases'])
  Object.assign(process.env, storage.env)
}, BUILD_TIMEOUT_MS)
afterAll(async () => {
  await storage.stop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  store = openS3(`s3://releases/test-${++folders}`)
  await release('first')
  await release('second')
  live = (await readLive(store)) as LiveRelease
})

test('files that become live just before they are deleted are restored', async () => {
  const slow: ObjectStore = {
    ...store,
    remove: async (keys) => {
      await release('first')
      await store.remove(keys)
    },
  }
  expect(await deleteUnused(slow, live, Date.now() + 31 * DAY_MS)).toBe(0)
  expect(await readReleased()).toBe('first')
})

test('files that are deleted just before they become live are restored', async () => {
  const slow: ObjectStore = {
    ...store,
    put: async (key, bytes, condition) => {
      if (key === POINTER) await deleteUnused(store, live, Date.now() + 31 * DAY_MS)
      return store.put(key, bytes, condition)
    },
  }
  const work = newFolder()
  await writePage(work, 'first')
  expect(await push(slow, work, live)).toBe(true)
  expect(await readReleased()).toBe('first')
})

function release(text: string): Promise<void> {
  return changeStorage(store, path.join(folder, `cache-${folders}`), (out) => writePage(out, text))
}

/** Each release of a text has the same tree, because its file has the same time. */
async function writePage(out: string, text: string): Promise<void> {
  await mkdir(out, { recursive: true })
  await writeFile(path.join(out, 'slices.json'), text)
  await utimes(path.join(out, 'slices.json'), 1, 1)
}

async function readReleased(): Promise<string> {
  const www = newFolder()
  await pull(store, www)
  return readFile(path.join(www, 'slices.json'), 'utf8')
}

function newFolder(): string {
  return path.join(folder, `folder-${++folders}`)
}
