/** Every screen of every slice in the pseudo-language: a text that is still plain is in no catalogue. */
import { readFile } from 'node:fs/promises'
import { testSystem } from '@inkproof/launcher/testing/control'
import { pseudo } from '@inkproof/texts/pseudo'
import { expect, jest, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { openAs } from '../support/account.ts'
import { inPseudo, type PseudoReader } from '../support/pseudo.ts'
import { registered } from '../support/sign-in.ts'
import { visitorsOf } from '../support/visitors.ts'

jest.setTimeout(180_000)

/** Fewer screens or texts than these were not all of them. */
const FEWEST_SCREENS = 44
const FEWEST_TEXTS = 2_200

/** A person's own words, in letters that are not Latin. */
const NAMES = { firstName: 'Αδα', lastName: 'Βυρων' }
const SENTENCE = 'Οφειλω τρια αχλαδια.'

const visit = visitorsOf(() => testSystem().origin)

test('signed out, every text of every screen comes from a catalogue', async () => {
  const { page, look, result } = await setup()
  const paths = await pathsOf()
  for (const path of [
    ...paths,
    '/nowhere',
    '/reset-password#token=abc',
    '/user-profile#confirm=abc',
  ]) {
    await page.goto(path)
    await look(path)
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
    await look(`dialog after “${mode}”`)
  }
  const { screens, texts, plain } = result()
  expect(plain).toEqual([])
  expect(screens).toBeGreaterThanOrEqual(FEWEST_SCREENS)
  expect(texts).toBeGreaterThanOrEqual(FEWEST_TEXTS)
})

test('signed in, every text of the settings and of a certificate comes from a catalogue', async () => {
  const { page, look, result, button, heading, download } = await setup()
  const person = await registered(testSystem().origin, NAMES)
  await openAs(page, person, '/user-profile')
  await page.getByText(pseudo('Data export'), { exact: true }).first().waitFor()
  await look('settings')
  for (const path of ['/dashboard', '/email-test', '/auth-test', '/certify']) {
    await page.goto(path)
    await look(`signed in ${path}`)
  }
  await page.goto('/')
  await page.getByLabel(pseudo('No file at hand?')).first().fill(SENTENCE)
  await button('Create PDF').click()
  await page.getByText(pseudo('Fingerprinted'), { exact: true }).waitFor()
  await look('certify with a file')
  await button('Certify').click()
  await page.getByText(pseudo('Progress to the blockchain')).waitFor()
  await button('Change one letter').waitFor()
  await look('certificate')
  await button('Change one letter').click()
  await heading('Changed: ').waitFor()
  await look('change one letter')
  const document = await download(() => button('Save').first().click())
  const proof = await download(() => button('Proof file').click())
  await page.goto('/dashboard')
  await page.getByText(document.name).first().waitFor()
  await look('dashboard with a certificate')
  await page.goto('/verify')
  await page.locator('input[type=file]').first().setInputFiles([document, proof])
  await heading('which you have not chosen to trust').waitFor()
  await look('verdict')
  await page.getByRole('switch').first().click()
  await heading('Certified: exactly this file existed').waitFor()
  await look('verdict of a trusted record')
  const { plain } = result()
  expect(plain).toEqual([])
})

test('a text that is planted outside the catalogues is found', async () => {
  const { page, look, result } = await setup()
  await page.goto('/verify')
  await look('before')
  await page.getByRole('main').evaluate((main) => main.append('Planted text'))
  await look('after')
  expect(result().plain).toContain('after: Planted text')
})

async function setup() {
  const visitor = await visit()
  const reader = await inPseudo(visitor)
  const { page } = visitor
  return {
    page,
    button: reader.button,
    heading: (words: string) =>
      page.getByRole('heading', { name: new RegExp(pseudo(words)) }).first(),
    download: (click: () => Promise<void>) => downloaded(page, click),
    ...looker(reader),
  }
}

/** Returns the file that a click saves, as an input of another page takes it. */
async function downloaded(page: Page, click: () => Promise<void>) {
  const arriving = page.waitForEvent('download')
  await click()
  const download = await arriving
  const buffer = await readFile(await download.path())
  return { name: download.suggestedFilename(), mimeType: 'application/octet-stream', buffer }
}

/** Collects what the reader sees of each screen once it is still. */
function looker(reader: PseudoReader) {
  let screens = 0
  let texts = 0
  const plain: string[] = []
  return {
    look: async (screen: string) => {
      const seen = await reader.read()
      screens += 1
      texts += seen.count
      plain.push(...seen.plain.map((text) => `${screen}: ${text}`))
    },
    result: () => ({ screens, texts, plain: [...new Set(plain)] }),
  }
}

/** The paths of all slices, from the list that the gateway serves, with a value for each parameter. */
async function pathsOf(): Promise<string[]> {
  const answer = await fetch(`${testSystem().origin}/slices.json`)
  const { slices } = (await answer.json()) as { slices: { paths: string[] }[] }
  const screens = slices.flatMap(({ paths }) => paths)
  return screens.map((path) => path.replace(/:\w+/, 'abc'))
}
