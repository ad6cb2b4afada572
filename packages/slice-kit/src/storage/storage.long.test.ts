/** Releases to a real S3-compatible server, and gateways that copy them. */
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { startStorage, type TestStorage } from '../testing/versitygw.ts'
import { deleteUnused } from './delete-unused.ts'
import { follow } from './follow.ts'
import { readLive } from './live-release.ts'
import type { ObjectStore } from './object-store.ts'
import { pull } from './pull.ts'
import { push } from './push.ts'
import { changeStorage } from './release-to-storage.ts'
import { openS3 } from './s3-store.ts'
import { hashOf, readTree } from './tree.ts'

const BUILD_TIMEOUT_MS = 600_000
const DAY_MS = 24 * 60 * 60 * 1000

let folder: string
let storage: TestStorage
let store: ObjectStore
let tests = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inkproof-storage-'))
  storage = await startStorage(folder, ['releases'])
  Object.assign(process.env, storage.env)
}, BUILD_TIMEOUT_MS)
afterAll(async () => {
  await storage.stop()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  store = openS3(`s3://releases/test-${++tests}`)
})
afterEach(() => Promise.resolve(Object.assign(process.env, storage.env)))

test('a gateway gets what was released, with the times of the publication', async () => {
  const published = new Date('2026-01-02T03:04:05Z')
  await release(async (out) => {
    await write(out, 'slices/mfe-a/1.0.0-a/slice.js', 'a')
    await utimes(path.join(out, 'slices/mfe-a/1.0.0-a/slice.js'), published, published)
    await write(out, 'slices.json', '1')
  })
  const www = newFolder()
  await pull(store, www)
  expect(await contentOf(www)).toEqual({ 'slices/mfe-a/1.0.0-a/slice.js': 'a', 'slices.json': '1' })
  expect((await readTree(www))['slices/mfe-a/1.0.0-a/slice.js']?.published).toBe(
    published.getTime() / 1000,
  )
})

test('a gateway deletes what is no longer released, and keeps what is not part of a release', async () => {
  await release(async (out) => {
    await write(out, 'early/old.html', 'old')
    await write(out, 'slices.json', '1')
  })
  const www = newFolder()
  await write(www, 'verifier/verify.html', 'v')
  await pull(store, www)
  await release((out) => rm(path.join(out, 'early/old.html')).then(() => write(out, 'x', 'x')))
  await pull(store, www)
  expect(await contentOf(www)).toEqual({
    ...{ x: 'x', 'slices.json': '1' },
    'verifier/verify.html': 'v',
  })
})

test('a gateway repairs a damaged file', async () => {
  await release((out) => write(out, 'slices.json', 'right'))
  const www = newFolder()
  await pull(store, www)
  await write(www, 'slices.json', 'wrong')
  await pull(store, www)
  expect(await contentOf(www)).toEqual({ 'slices.json': 'right' })
})

test('a damaged file in the bucket changes nothing at the gateway', async () => {
  await release((out) => write(out, 'slices.json', 'first'))
  const www = newFolder()
  await pull(store, www)
  await release((out) => write(out, 'slices.json', 'second'))
  await store.put(`files/${hashOf(Buffer.from('second'))}`, Buffer.from('damage'), 'always')
  await expect(pull(store, www)).rejects.toThrow('is damaged: its hash differs')
  expect(await contentOf(www)).toEqual({ 'slices.json': 'first' })
})

test('an empty bucket changes nothing at the gateway', async () => {
  const www = newFolder()
  await write(www, 'slices.json', 'live')
  await expect(pull(store, www)).rejects.toThrow('contains no release')
  expect(await contentOf(www)).toEqual({ 'slices.json': 'live' })
})

test.each(['../outside', '/etc/passwd', 'slices/../../outside', '.release-locks/1'])(
  'refuses a release that contains the path %s',
  async (file) => {
    const tree = Buffer.from(JSON.stringify({ [file]: { sha256: '0'.repeat(64), published: 0 } }))
    await store.put(`files/${hashOf(tree)}`, tree, 'if-absent')
    await store.put('live.json', Buffer.from(JSON.stringify({ tree: hashOf(tree) })), 'if-absent')
    await expect(pull(store, newFolder())).rejects.toThrow(`the release contains the path ${file}`)
  },
)

test('of two releases at the same time, none overwrites the other', async () => {
  await release((out) => write(out, 'slices.json', '[]'))
  const attempts: string[] = []
  const add = (name: string) =>
    changeStorage(store, path.join(folder, `cache-${name}-${tests}`), async (out) => {
      attempts.push(name)
      const list = JSON.parse(await readFile(path.join(out, 'slices.json'), 'utf8')) as string[]
      // Both read the list before one of them writes it.
      while (new Set(attempts).size < 2) await new Promise((resolve) => setTimeout(resolve, 10))
      await write(out, 'slices.json', JSON.stringify([...list, name].sort()))
    })
  await Promise.all([add('a'), add('b')])
  const www = newFolder()
  await pull(store, www)
  expect(await contentOf(www)).toEqual({ 'slices.json': '["a","b"]' })
  expect(attempts).toHaveLength(3)
})

test('a release from an older state is not made live', async () => {
  await release((out) => write(out, 'slices.json', 'first'))
  const work = newFolder()
  const base = await pull(store, work)
  await release((out) => write(out, 'slices.json', 'second'))
  await write(work, 'slices.json', 'late')
  expect(base && (await push(store, work, base))).toBe(false)
  await pull(store, work)
  expect(await contentOf(work)).toEqual({ 'slices.json': 'second' })
})

test('a change that fails leaves the bucket as it is', async () => {
  await release((out) => write(out, 'slices.json', 'first'))
  const failing = release(async (out) => {
    await write(out, 'slices.json', 'second')
    throw new Error('the slice cannot be released')
  })
  await expect(failing).rejects.toThrow('the slice cannot be released')
  const www = newFolder()
  await pull(store, www)
  expect(await contentOf(www)).toEqual({ 'slices.json': 'first' })
})

test('unused files are deleted after 30 days, and files in use never', async () => {
  await release((out) => write(out, 'slices.json', 'first'))
  await release((out) => write(out, 'slices.json', 'second'))
  const live = await readLive(store)
  if (live === null) throw new Error('nothing is live')
  expect(await deleteUnused(store, live, Date.now() + 29 * DAY_MS)).toBe(0)
  // The first file and the first tree.
  expect(await deleteUnused(store, live, Date.now() + 31 * DAY_MS)).toBe(2)
  const www = newFolder()
  await pull(store, www)
  expect(await contentOf(www)).toEqual({ 'slices.json': 'second' })
})

test('a follower takes over each release, and goes on after the storage was wrong', async () => {
  const www = newFolder()
  const controller = new AbortController()
  const lines: string[] = []
  const options = {
    intervalMs: 20,
    signal: controller.signal,
    log: (line: string) => lines.push(line),
  }
  const following = follow(store, www, options)
  await until(() => lines.some((line) => line.includes('contains no release')))
  await release((out) => write(out, 'slices.json', 'first'))
  await until(async () => (await contentOf(www))['slices.json'] === 'first')
  await release((out) => write(out, 'slices.json', 'second'))
  await until(async () => (await contentOf(www))['slices.json'] === 'second')
  controller.abort()
  await following
})

test('wrong credentials are refused with the reason of the storage', async () => {
  process.env['AWS_SECRET_ACCESS_KEY'] = 'another secret'
  await expect(pull(openS3('s3://releases/test'), newFolder())).rejects.toThrow(/signature/i)
})

test.each(['s3://', 's3://UPPER/x', 'releases/x'])('refuses the address %s', (address) => {
  expect(() => openS3(address)).toThrow('is not an address like s3://bucket/prefix')
})

function release(change: (out: string) => Promise<void>): Promise<void> {
  return changeStorage(store, path.join(folder, `cache-${tests}`), change)
}

let folders = 0
function newFolder(): string {
  return path.join(folder, `www-${++folders}`)
}

async function write(out: string, file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(out, file)), { recursive: true })
  await writeFile(path.join(out, file), text)
}

/** The files of a folder with their content, without locks and the mark of a pull. */
async function contentOf(out: string): Promise<Record<string, string>> {
  const entries = await readdir(out, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(out, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/^\.(?:release-locks|pulled$)|\.new$/.test(file))
  const contents = files.map(
    async (file) => [file, await readFile(path.join(out, file), 'utf8')] as const,
  )
  return Object.fromEntries(await Promise.all(contents))
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20))
}
