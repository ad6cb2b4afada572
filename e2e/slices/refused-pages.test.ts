/** Releases that are refused because a page does not appear in a browser with the live shell, each with its reason. */
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testSystem } from '@inkproof/launcher/testing/control'
import { makeTestFolder, removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import type { PublishedSlice } from '@inkproof/slice/describe'
import { checkPages } from '@inkproof/slice-kit/release/check-pages'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'

const FROZEN = join(import.meta.dirname, '../skew/generated/mfe-oldest')
const { CHROMIUM } = process.env

let folder: string
let out: string

beforeAll(async () => {
  folder = await makeTestFolder('refused-pages')
  out = join(folder, 'www')
  await cp(testSystem().www, out, { recursive: true })
})
afterAll(() => removeTestFolder(folder))
afterEach(() => {
  if (CHROMIUM === undefined) delete process.env['CHROMIUM']
  else process.env['CHROMIUM'] = CHROMIUM
})

type Broken = { code: string; becomes: string; reason: string }

const REFUSED: Record<string, Broken> = {
  'throws when it is evaluated': {
    code: 'document.adoptedStyleSheets=',
    becomes: "throw new Error('broken at load');document.adoptedStyleSheets=",
    reason: 'broken at load',
  },
  'throws while a file is loaded': {
    code: '(globalThis.webpackChunkmfe_oldest||=[]).push([[403]',
    becomes:
      "throw new Error('broken while loading');(globalThis.webpackChunkmfe_oldest||=[]).push([[403]",
    reason: 'broken while loading',
  },
  'has a page whose file throws': {
    code: '(globalThis.webpackChunkmfe_oldest||=[]).push([[785]',
    becomes:
      "throw new Error('broken page file');(globalThis.webpackChunkmfe_oldest||=[]).push([[785]",
    reason: 'broken page file',
  },
  'has a page that crashes when it is rendered': {
    code: 'function c(){const{status:e}',
    becomes: "function c(){throw new Error('broken at render');const{status:e}",
    reason: 'Error: broken at render',
  },
  'has a page that crashes when its data has arrived': {
    code: 's.data??"pending"',
    becomes: 's.data?s.data.title.length:"pending"',
    reason: 'TypeError: Cannot read properties of undefined',
  },
}

test.each(Object.entries(REFUSED))('refuses a slice that %s', async (_, broken) => {
  const slice = await publish('0.1.0-broken', broken)
  await expect(checkPages(out, slice)).rejects.toThrow(
    `mfe-oldest@0.1.0-broken cannot be released: /oldest does not appear in a browser: ${broken.reason}`,
  )
})

test('accepts the slice as it was frozen, and changes nothing that is live', async () => {
  const before = await readFile(join(out, 'slices.json'), 'utf8')
  await checkPages(out, await publish('0.1.0-good'))
  expect(await readFile(join(out, 'slices.json'), 'utf8')).toBe(before)
})

test('without a browser, names the option that omits the check', async () => {
  process.env['CHROMIUM'] = join(folder, 'no-browser-here')
  await expect(checkPages(out, await publish('0.1.0-good'))).rejects.toThrow(
    '--no-browser releases without this check',
  )
})

/** Publishes the frozen slice with one change of its code. */
async function publish(version: string, broken?: Broken): Promise<PublishedSlice> {
  const base = `/slices/mfe-oldest/${version}`
  const integrity: Record<string, string> = {}
  let changes = 0
  await mkdir(join(out, base), { recursive: true })
  for (const name of (await readdir(FROZEN)).filter((file) => file.endsWith('.js'))) {
    const original = await readFile(join(FROZEN, name), 'utf8')
    const code = broken ? original.replace(broken.code, () => broken.becomes) : original
    if (code !== original) changes++
    await writeFile(join(out, base, name), code)
    integrity[`${base}/${name}`] = `sha256-${createHash('sha256').update(code).digest('base64')}`
  }
  expect(changes).toBe(broken ? 1 : 0)
  const record = JSON.parse(await readFile(join(FROZEN, 'build.json'), 'utf8'))
  const [entry, preload] = [`${base}/${record.entry}`, []]
  return { ...record.facts, package: 'mfe-oldest', version, entry, preload, pages: {}, integrity }
}
