/** Previews and canaries follow the live release, and end when they are no longer compatible with it. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Registry } from '@inkproof/slice/describe'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { publishTestSlice } from '../testing/publish-test-slice.ts'
import { createPreview, endPreview } from './preview.ts'
import { activateShell } from './publish-shell.ts'
import { removeSlices } from './publish-slice.ts'
import { readRegistry } from './registry.ts'
import { release } from './release.ts'
import { setOffline, writeSite } from './site-settings.ts'
import { createVariant, readVariant, readVariants, updateVariants } from './variants.ts'

const ORIGIN = 'https://proof.example'
const SLICE = 'mfe-auth'
const OTHER = 'mfe-content'
const DAY_MS = 24 * 60 * 60 * 1000
const PROVIDED = { contract: 1, packages: {} }
const TEMPLATE = {
  ...{ html: '@nav@@menu@@content@', current: '@label@', other: '@label@' },
  ...{ loading: 'Wait', loadingMenu: 'Menu' },
}

let out: string
let lines: string[]
const log = (line: string) => lines.push(line)

beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'inkproof-variants-'))
  lines = []
  await writeShell('1', TEMPLATE)
  await activateShell('1', out)
  for (const version of ['1', '2']) {
    await publishTestSlice(out, SLICE, version)
    await publishTestSlice(out, OTHER, version)
  }
  await releaseOf(`${SLICE}@1`, `${OTHER}@1`)
})
afterEach(() => rm(out, { recursive: true }))

const releaseOf = (...names: string[]) => release({ names, out, log })
const preview = () => createVariant('preview', SLICE, '2', out)

test('a variant is the live release with one slice replaced; the live release stays as it is', async () => {
  const before = await readFile(path.join(out, 'slices.json'), 'utf8')
  const { id } = await preview()
  expect(await versionsOf(id)).toEqual({ [SLICE]: '2', [OTHER]: '1' })
  expect(await read(id, 'early/mfe-auth.html')).toContain('/slices/mfe-auth/2/entry.js')
  expect(await read(id, 'early/mfe-content.html')).toContain('/slices/mfe-content/1/entry.js')
  expect(await read(id, 'first/mfe-auth.html')).toBe('MenuWait')
  expect(await readFile(path.join(out, 'slices.json'), 'utf8')).toBe(before)
})

test('the registry of a preview names its version, and that of a canary has the fields of a release', async () => {
  const { id } = await preview()
  expect((await registryOf(id)).preview).toEqual({ package: SLICE, version: '2' })
  const canary = await createVariant('canary', SLICE, '2', out)
  expect(Object.keys(await registryOf(canary.id))).toEqual(Object.keys(await readRegistry(out)))
})

test('a variant can contain a slice that is not live yet', async () => {
  await publishTestSlice(out, 'mfe-new', '1')
  const { id } = await createVariant('preview', 'mfe-new', '1', out)
  expect(await versionsOf(id)).toEqual({ [SLICE]: '1', [OTHER]: '1', 'mfe-new': '1' })
})

test('refuses a version that is live, and one that a release would refuse', async () => {
  await expect(createVariant('preview', SLICE, '1', out)).rejects.toThrow('is live already')
  await expect(createVariant('preview', SLICE, '9', out)).rejects.toThrow('was never published')
  await publishTestSlice(out, SLICE, '3', { contract: 2 as unknown as 1 })
  await expect(createVariant('preview', SLICE, '3', out)).rejects.toThrow('for contract 2')
  await publishTestSlice(out, SLICE, '4', { paths: ['/mfe-content'] })
  await expect(createVariant('preview', SLICE, '4', out)).rejects.toThrow('belongs to another')
  await writeFile(path.join(out, 'slices', SLICE, '2/entry.js'), 'altered')
  await expect(preview()).rejects.toThrow('does not have the hash')
  expect(await readVariants(out)).toEqual([])
})

test('a variant follows releases, rollbacks and removals of other slices', async () => {
  const { id } = await preview()
  await releaseOf(`${OTHER}@2`)
  expect(await versionsOf(id)).toEqual({ [SLICE]: '2', [OTHER]: '2' })
  expect(await read(id, 'early/mfe-content.html')).toContain('/slices/mfe-content/2/entry.js')
  await releaseOf(`${OTHER}@1`)
  expect(await versionsOf(id)).toEqual({ [SLICE]: '2', [OTHER]: '1' })
  await removeSlices(out, (slice) => slice.package === OTHER)
  expect(await versionsOf(id)).toEqual({ [SLICE]: '2' })
  expect(await readdir(path.join(out, 'variants', id, 'early'))).not.toContain('mfe-content.html')
})

test('a variant follows the shell and the settings of the installation', async () => {
  const { id } = await preview()
  await writeShell('2', { ...TEMPLATE, loading: 'Please wait' })
  await activateShell('2', out)
  expect(await read(id, 'first/mfe-auth.html')).toBe('MenuPlease wait')
  await writeSite(out, { embedded: true })
  await setOffline('off', out)
  const { site, preview: shown } = await registryOf(id)
  expect(site).toEqual({ embedded: true, offline: false })
  expect(shown).toEqual({ package: SLICE, version: '2' })
})

test('a preview stays while another version of its slice becomes live, and ends when its own does', async () => {
  await publishTestSlice(out, SLICE, '3')
  const { id } = await preview()
  await releaseOf(`${SLICE}@3`)
  expect(await versionsOf(id)).toEqual({ [SLICE]: '2', [OTHER]: '1' })
  await releaseOf(`${SLICE}@2`)
  expect(await readdir(path.join(out, 'variants'))).toEqual([])
  expect(lines).toContain('the preview of mfe-auth 2 ended: this version is live')
})

test('a canary ends when another version of its slice becomes live', async () => {
  await publishTestSlice(out, SLICE, '3')
  const { id } = await createVariant('canary', SLICE, '2', out)
  await releaseOf(`${OTHER}@2`)
  expect(await versionsOf(id)).toEqual({ [SLICE]: '2', [OTHER]: '2' })
  await releaseOf(`${SLICE}@3`)
  expect(await readVariant(id, out)).toBeNull()
  expect(lines).toContain('the canary of mfe-auth 2 ended: mfe-auth 3 became live meanwhile')
})

test('a variant ends when it is no longer compatible with the live release', async () => {
  await publishTestSlice(out, SLICE, '3', { paths: ['/new'] })
  await createVariant('preview', SLICE, '3', out)
  const fitting = await preview()
  await publishTestSlice(out, OTHER, '3', { paths: ['/new'] })
  await releaseOf(`${OTHER}@3`)
  expect((await readVariants(out)).map(({ id }) => id)).toEqual([fitting.id])
  expect(lines.join()).toContain('the preview of mfe-auth 3 ended: mfe-auth@3 cannot be released')
  await rm(path.join(out, 'slices', SLICE, '2/entry.js'))
  await releaseOf(`${OTHER}@2`)
  expect(await readVariants(out)).toEqual([])
})

test.each<[string, (out: string) => Promise<void>]>([
  ['sets the settings of the installation', (out) => writeSite(out, { embedded: true }, log)],
  ['repeats them', (out) => writeSite(out, {}, log)],
  ['switches offline support', (out) => setOffline('off', out, log)],
])('a command that %s says which variants it ended', async (_name, change) => {
  await preview()
  await rm(path.join(out, 'slices', SLICE, '2/entry.js'))
  await change(out)
  expect(await readVariants(out)).toEqual([])
  expect(lines.join()).toContain('the preview of mfe-auth 2 ended: ')
})

test.each(['preview', 'canary'] as const)(
  'a %s ends after seven days, with the next change of the live release',
  async (kind) => {
    const { id, createdMs } = await createVariant(kind, SLICE, '2', out)
    await updateVariants(out, log, createdMs + 7 * DAY_MS)
    expect(await readVariant(id, out)).not.toBeNull()
    await updateVariants(out, log, createdMs + 7 * DAY_MS + 1)
    expect(await readVariant(id, out)).toBeNull()
    expect(lines).toContain(`the ${kind} of mfe-auth 2 ended: it is older than 7 days`)
  },
)

test('a preview link opens the first page of the slice, and the link or its id ends the preview', async () => {
  await publishTestSlice(out, SLICE, '3', { paths: ['/sign/:token', '/login'] })
  const options = { out, test: false, build: false }
  const link = await createPreview(`${SLICE}@3`, ORIGIN, options)
  expect(link).toMatch(/^https:\/\/proof\.example\/login\?preview=[0-9a-f]{32}$/)
  expect(await createPreview(`${SLICE}@3`, ORIGIN, options)).not.toBe(link)
  await endPreview(link, out)
  const [other] = await readVariants(out)
  await endPreview(other?.id ?? '', out)
  expect(await readVariants(out)).toEqual([])
})

test.each(['', '..', '0'.repeat(32), `https://proof.example/?preview=${'0'.repeat(32)}`])(
  'there is no preview %j to end',
  async (id) => {
    await preview()
    await expect(endPreview(id, out)).rejects.toThrow(`there is no preview ${id}`)
    expect(await readVariants(out)).toHaveLength(1)
  },
)

test('the shell has no preview', async () => {
  await expect(createPreview('shell@1', ORIGIN, { out })).rejects.toThrow('only slices')
})

const read = (id: string, file: string) => readFile(path.join(out, 'variants', id, file), 'utf8')

async function registryOf(id: string): Promise<Registry> {
  return JSON.parse(await read(id, 'slices.json')) as Registry
}

async function versionsOf(id: string): Promise<Record<string, string>> {
  const { slices } = await registryOf(id)
  return Object.fromEntries(slices.map(({ package: name, version }) => [name, version]))
}

async function writeShell(version: string, template: object): Promise<void> {
  const folder = path.join(out, 'shell/versions', version)
  await mkdir(folder, { recursive: true })
  const files = {
    'index.html': `<!doctype html><title>${version}</title>`,
    'provides.json': JSON.stringify(PROVIDED),
    'first-frame.json': JSON.stringify(template),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
}
