/** Releases and rollbacks that are refused, each with its reason; the live release stays as it was. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { PublishedSlice } from '@inkproof/slice/describe'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { integrityOf } from './files.ts'
import { activateShell } from './publish-shell.ts'
import { activateSlice } from './publish-slice.ts'
import { readRegistry } from './registry.ts'

const SLICE = 'mfe-auth'
const PROVIDED = { contract: 1, packages: { react: '19.3.1' } }
const CODE = 'globalThis.loaded = true\n'

let out: string
beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'inkproof-refused-'))
  await write('shell/versions/1/index.html', '<!doctype html>')
  await write('shell/versions/1/provides.json', JSON.stringify(PROVIDED))
  await activateShell('1', out)
  await publish('1')
  await activateSlice(SLICE, '1', out)
})
afterEach(() => rm(out, { recursive: true }))

type Broken = {
  /** Changes the record of the version that is published. */
  record?: (slice: PublishedSlice) => Partial<PublishedSlice>
  /** Changes the published files. */
  files?: (folder: string) => Promise<void>
  reason: string
}

const ENTRY = `/slices/${SLICE}/2/entry.js`
const REFUSED: Record<string, Broken> = {
  'built for a later contract than that of the live shell': {
    record: () => ({ contract: 2 as unknown as 1 }),
    reason: 'was written for contract 2, the shell implements 1',
  },
  'built for a later package than that of the live shell': {
    record: () => ({ requires: { react: '^19.4.0' } }),
    reason: 'needs react ^19.4.0, the shell provides 19.3.1',
  },
  'with a missing file': {
    files: (folder) => rm(path.join(folder, 'entry.js')),
    reason: `${ENTRY} is missing`,
  },
  'with a truncated file': {
    files: (folder) => writeFile(path.join(folder, 'entry.js'), CODE.slice(0, 10)),
    reason: `${ENTRY} does not have the hash in slice.json`,
  },
  'with an altered file': {
    files: (folder) => writeFile(path.join(folder, 'entry.js'), `${CODE}altered()`),
    reason: `${ENTRY} does not have the hash in slice.json`,
  },
  'with a truncated compressed file': {
    files: async (folder) => {
      const file = path.join(folder, 'entry.js.gz')
      await writeFile(file, (await readFile(file)).subarray(0, 15))
    },
    reason: `${ENTRY}.gz does not have the hash in slice.json`,
  },
  'with a file that has no hash': {
    record: () => ({ integrity: {} }),
    reason: `${ENTRY} has no hash in slice.json`,
  },
  'with a damaged record': {
    files: (folder) => writeFile(path.join(folder, 'slice.json'), '{"package":'),
    reason: 'its slice.json is damaged',
  },
}

test.each(Object.entries(REFUSED))('refuses a version %s', async (_, broken) => {
  await publish('2', broken.record)
  await broken.files?.(path.join(out, 'slices', SLICE, '2'))
  await expect(activateSlice(SLICE, '2', out)).rejects.toThrow(broken.reason)
  expect((await readRegistry(out)).slices.map(({ version }) => version)).toEqual(['1'])
})

test.each(['sha256', 'sha384'])(
  'releases a version if nothing is wrong with it: %s',
  async (algorithm) => {
    const hash = `${algorithm}-${createHash(algorithm).update(CODE).digest('base64')}`
    await publish('2', () => ({ integrity: { [ENTRY]: hash } }))
    await activateSlice(SLICE, '2', out)
    expect((await readRegistry(out)).slices.map(({ version }) => version)).toEqual(['2'])
  },
)

test('refuses a rollback of the shell to a contract that a live slice was not written for', async () => {
  await write('shell/versions/2/index.html', '<!doctype html><title>2</title>')
  await write('shell/versions/2/provides.json', JSON.stringify({ ...PROVIDED, contract: 2 }))
  await expect(activateShell('2', out)).rejects.toThrow(
    'mfe-auth was written for contract 1, the shell implements 2',
  )
})

test('an older shell, which lists only packages, implements contract 1', async () => {
  await write('shell/versions/0/index.html', '<!doctype html><title>0</title>')
  await write('shell/versions/0/provides.json', JSON.stringify(PROVIDED.packages))
  await activateShell('0', out)
  await publish('2', REFUSED['built for a later contract than that of the live shell']?.record)
  await expect(activateSlice(SLICE, '2', out)).rejects.toThrow('the shell implements 1')
})

test('refuses a slice with the id of another package', async () => {
  await publish('1', () => ({ paths: ['/other'] }), 'mfe-other')
  await expect(activateSlice('mfe-other', '1', out)).rejects.toThrow(
    'mfe-other@1 cannot be released: the id "auth" belongs to the slice mfe-auth',
  )
  expect((await readRegistry(out)).slices.map((slice) => slice.package)).toEqual([SLICE])
})

test('a new version may change the id of its own package', async () => {
  await publish('2', () => ({ id: 'sign-in' }))
  await activateSlice(SLICE, '2', out)
  expect((await readRegistry(out)).slices.map(({ id }) => id)).toEqual(['sign-in'])
})

/** Publishes a slice with one script, its compressed form and a record of both. */
async function publish(
  version: string,
  change: Broken['record'] = () => ({}),
  name = SLICE,
): Promise<void> {
  const folder = `slices/${name}/${version}`
  const entry = `/${folder}/entry.js`
  const slice: PublishedSlice = {
    ...{ package: name, id: 'auth', name: 'mfe_auth', version, contract: 1, entry },
    ...{ paths: ['/login'], nav: [], fills: [], preload: [], pages: {} },
    requires: { react: '^19.3.0' },
    integrity: { [entry]: integrityOf(Buffer.from(CODE)) },
  }
  await write(`${folder}/entry.js`, CODE)
  await write(`${folder}/entry.js.gz`, gzipSync(CODE))
  await write(`${folder}/slice.json`, JSON.stringify({ ...slice, ...change(slice) }))
}

async function write(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(path.join(out, file)), { recursive: true })
  await writeFile(path.join(out, file), content)
}
