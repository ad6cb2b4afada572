/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */

import { createHash } from 'node:crypto'
import type { PublishedSlice } from '@inkproof/slice'
import { serve, type TestResponse } from '@inkproof/slice/testing/serve'
import { setPageLanguage, t } from '@inkproof/texts/text'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'

/** Sets the URL of the page; provided by browser-env.mjs. */
declare const visit: (url: string) => void

const SHELL_FILE = '/static/texts/pl.1.json'
const SLICE_FILE = '/slices/mfe-x/1/texts/pl.2.json'
const FILES: Record<string, object> = {
  [SHELL_FILE]: { Close: 'Zamknij' },
  [SLICE_FILE]: { Verify: 'Sprawdź' },
}

let site: Awaited<ReturnType<typeof serve>>
let respondTo: (url: string) => TestResponse

beforeEach(async () => {
  respondTo = (url) => ({ body: FILES[url] })
  site = await serve(({ url }) => respondTo(url))
  visit(site.origin)
  document.documentElement.lang = 'en'
  const integrity = Object.fromEntries(
    Object.entries(FILES).map(([path, file]) => [path, hashOf(JSON.stringify(file))]),
  )
  document.body.innerHTML = `<script type="application/json" id="shell-integrity">${JSON.stringify(integrity)}</script>
    <script type="application/json" id="shell-texts">{"pl":"${SHELL_FILE}"}</script>`
})

afterEach(async () => {
  localStorage.clear()
  document.documentElement.lang = 'en'
  setPageLanguage((message) => message)
  jest.resetModules()
  await site.stop()
})

test('the page is English if the stored language is unknown, and fetches nothing', async () => {
  localStorage.setItem('inkproof_language', 'xx')
  const { applyLanguage, loadTexts } = await importLanguage()
  await applyLanguage()
  await loadTexts(slice())
  expect([t('Close'), t('Verify'), document.documentElement.lang]).toEqual([
    'Close',
    'Verify',
    'en',
  ])
  expect(site.requests).toEqual([])
})

test('shows the pseudo-language if that is the stored choice', async () => {
  localStorage.setItem('inkproof_language', 'pseudo')
  const { applyLanguage } = await importLanguage()
  await applyLanguage()
  expect(t('Verify')).toBe('Ṽéŕîƒý')
})

test('shows the stored language; a slice’s texts are loaded with the slice', async () => {
  localStorage.setItem('inkproof_language', 'pl')
  const { applyLanguage, loadTexts } = await importLanguage()
  await applyLanguage()
  expect([t('Close'), t('Verify'), document.documentElement.lang]).toEqual([
    'Zamknij',
    'Verify',
    'pl',
  ])
  await loadTexts(slice())
  expect(t('Verify')).toBe('Sprawdź')
  expect(site.requests.map(({ url }) => url)).toEqual([SHELL_FILE, SLICE_FILE])
})

test('the page keeps its language when a translation tool changes <html lang>', async () => {
  localStorage.setItem('inkproof_language', 'pl')
  const { applyLanguage, loadTexts, pageLanguage } = await importLanguage()
  await applyLanguage()
  document.documentElement.lang = 'de'
  await loadTexts(slice())
  expect([pageLanguage(), t('Verify')]).toEqual(['pl', 'Sprawdź'])
})

test('a slice without texts in the page’s language stays English', async () => {
  localStorage.setItem('inkproof_language', 'pl')
  const { applyLanguage, loadTexts } = await importLanguage()
  await applyLanguage()
  await loadTexts({ ...slice(), texts: {} })
  expect([t('Close'), t('Verify')]).toEqual(['Zamknij', 'Verify'])
})

test.each([
  ['is missing', { status: 404 }],
  ['differs from the released one', { body: { Close: 'Kup teraz', Verify: 'Kup teraz' } }],
])('if the translation file of a slice %s, the slice stays English', async (_, response) => {
  localStorage.setItem('inkproof_language', 'pl')
  const { applyLanguage, loadTexts } = await importLanguage()
  await applyLanguage()
  respondTo = () => response
  await loadTexts(slice())
  expect([t('Close'), t('Verify')]).toEqual(['Zamknij', 'Verify'])
})

test('if the shell’s translation file is missing, the page is English', async () => {
  localStorage.setItem('inkproof_language', 'pl')
  respondTo = () => ({ status: 404 })
  const { applyLanguage, loadTexts } = await importLanguage()
  await applyLanguage()
  respondTo = (url) => ({ body: FILES[url] })
  await loadTexts(slice())
  expect([t('Close'), t('Verify'), document.documentElement.lang]).toEqual([
    'Close',
    'Verify',
    'en',
  ])
})

/** Loads the module again for each test, because a page has only one language. */
function importLanguage() {
  return import('./language.ts')
}

function slice(): PublishedSlice {
  const texts = { pl: { file: SLICE_FILE, labels: {} } }
  return { id: 'x', nav: [], fills: [], paths: ['/x'], texts } as unknown as PublishedSlice
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
