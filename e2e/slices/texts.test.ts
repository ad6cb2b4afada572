/** Every screen of every slice in the pseudo-language: text without accents is missing from the catalogues. */
import { readFile } from 'node:fs/promises'
import { testSystem } from '@inkproof/launcher/testing/control'
import { pseudo } from '@inkproof/texts/pseudo'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { openAs } from '../support/account.ts'
import { type PseudoReader, switchToPseudo } from '../support/pseudo.ts'
import { registerAccount } from '../support/sign-in.ts'
import { createVisitors } from '../support/visitors.ts'

/** If a run finds fewer screens or texts, it has missed some. */
const MIN_SCREENS = 44
const MIN_TEXTS = 2_050

/** User input in non-Latin letters, so that it is not reported as untranslated text. */
const NAMES = { firstName: 'Αδα', lastName: 'Βυρων' }
const SENTENCE = 'Οφειλω τρια αχλαδια.'

const visit = createVisitors(() => testSystem().origin)

test('signed out, every text of every screen comes from a catalogue', async () => {
  const { page, collectTexts, result } = await setup()
  const paths = await listPaths()
  for (const path of [
    ...paths,
    '/nowhere',
    '/reset-password#token=abc',
    '/user-profile#confirm=abc',
  ]) {
    await page.goto(path)
    await collectTexts(path)
  }
  await page.goto('/verify')
  for (const mode of [
    'Sign In',
    'Sign up',
    'Sign up with Wallet',
    'Back to Email Sign In',
    'Forgot your password?',
  ]) {
    await page
      .getByRole('button', { name: pseudo(mode), exact: true })
      .last()
      .click()
    await collectTexts(`dialog after “${mode}”`)
  }
  const { screens, texts, plain } = result()
  expect(plain).toEqual([])
  expect(screens).toBeGreaterThanOrEqual(MIN_SCREENS)
  expect(texts).toBeGreaterThanOrEqual(MIN_TEXTS)
})

test('signed in, every text of the settings and of a certificate comes from a catalogue', async () => {
  const { page, collectTexts, result, button, heading, download } = await setup()
  const person = await registerAccount(testSystem().origin, NAMES)
  await openAs(page, person, '/user-profile')
  await page.getByText(pseudo('Data export'), { exact: true }).first().waitFor()
  await collectTexts('settings')
  for (const path of ['/dashboard', '/email-test', '/auth-test', '/certify']) {
    await page.goto(path)
    await collectTexts(`signed in ${path}`)
  }
  await page.goto('/')
  await page.getByLabel(pseudo('No file at hand?')).first().fill(SENTENCE)
  await button('Create PDF').click()
  await page.getByText(pseudo('Fingerprinted'), { exact: true }).waitFor()
  await collectTexts('certify with a file')
  await button('Certify').click()
  await page.getByText(pseudo('Blockchain progress')).waitFor()
  await button('Change one letter').waitFor()
  await collectTexts('certificate')
  await button('Change one letter').click()
  await heading('This is not the certified file.').waitFor()
  await collectTexts('change one letter')
  const document = await download(() => button('Save').first().click())
  const proof = await download(() => button('Download proof file').click())
  await page.goto('/dashboard')
  await page.getByText(document.name).first().waitFor()
  await collectTexts('dashboard with a certificate')
  await page.goto('/verify')
  await page.locator('input[type=file]').first().setInputFiles([document, proof])
  await heading('This is the original file.').waitFor()
  await collectTexts('verdict')
  await button('Certificate details').click()
  await button('Check without trusting this site').click()
  await page.getByText(pseudo('Advanced'), { exact: true }).first().click()
  await collectTexts('verdict with its details')
  const { plain } = result()
  expect(plain).toEqual([])
})

test('detects text that is not from a catalogue', async () => {
  const { page, collectTexts, result } = await setup()
  await page.goto('/verify')
  await collectTexts('before')
  await page.getByRole('main').evaluate((main) => main.append('Planted text'))
  await collectTexts('after')
  expect(result().plain).toContain('after: Planted text')
})

async function setup() {
  const visitor = await visit()
  const reader = await switchToPseudo(visitor)
  const { page } = visitor
  return {
    page,
    button: reader.button,
    heading: (words: string) =>
      page.getByRole('heading', { name: new RegExp(pseudo(words)) }).first(),
    download: (click: () => Promise<void>) => downloadFile(page, click),
    ...createTextCollector(reader),
  }
}

/** Returns the file that a click downloads, in the form of a file input. */
async function downloadFile(page: Page, click: () => Promise<void>) {
  const downloading = page.waitForEvent('download')
  await click()
  const download = await downloading
  const buffer = await readFile(await download.path())
  return { name: download.suggestedFilename(), mimeType: 'application/octet-stream', buffer }
}

/** Collects the texts of each screen once it is loaded. */
function createTextCollector(reader: PseudoReader) {
  let screens = 0
  let texts = 0
  const plain: string[] = []
  return {
    collectTexts: async (screen: string) => {
      const seen = await reader.read()
      screens += 1
      texts += seen.count
      plain.push(...seen.plain.map((text) => `${screen}: ${text}`))
    },
    result: () => ({ screens, texts, plain: [...new Set(plain)] }),
  }
}

/** Returns the paths of all slices, from the list that the gateway serves, with parameters filled in. */
async function listPaths(): Promise<string[]> {
  const response = await fetch(`${testSystem().origin}/slices.json`)
  const { slices } = (await response.json()) as { slices: { paths: string[] }[] }
  const screens = slices.flatMap(({ paths }) => paths)
  return screens.map((path) => path.replace(/:\w+/, 'abc'))
}
