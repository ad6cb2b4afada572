/**
 * The verifier as a page saved to disk: it opens without any server, reads the document and its proof
 * file, and shows the verdict.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openBrowser } from '@inkproof/launcher/testing/browser'
import { testSystem } from '@inkproof/launcher/testing/control'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { axeFindings } from './support/axe.ts'
import { contentWidth, newVisitor, PHONE_WIDTH } from './support/browser.ts'
import { certify, downloadProof, fetchPublishedPolicy, waitForAnchor } from './support/steps.ts'

let browser: Browser
let folder: string
const paths = { document: '', proof: '', policy: '', verifier: '' }
let blockHash = ''

beforeAll(async () => {
  const { origin } = testSystem()
  browser = await openBrowser()
  folder = await mkdtemp(join(tmpdir(), 'inkproof-verifier-page-'))
  for (const name of Object.keys(paths) as (keyof typeof paths)[]) paths[name] = join(folder, name)
  paths.policy += '.json'
  paths.verifier += '.html'
  await writeFile(paths.document, 'The tenant gets the key on Monday.\n')
  await writeFile(paths.policy, await fetchPublishedPolicy(origin))
  const page = await fetch(`${origin}/verifier/inkproof-verify.html`)
  await writeFile(paths.verifier, Buffer.from(await page.arrayBuffer()))

  const visitor = await newVisitor(browser, origin)
  await visitor.page.goto('/certify')
  await visitor.page.locator('input[type=file]').first().setInputFiles(paths.document)
  await visitor.page.getByText('Fingerprinted', { exact: true }).waitFor()
  await certify(visitor.page)
  blockHash = await waitForAnchor(visitor.page)
  await writeFile(paths.proof, (await downloadProof(visitor.page)).text)
  await visitor.context.close()
})
afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true })
})

async function setup(
  width?: number,
): Promise<{ page: Page; browserErrors: string[]; requests: string[] }> {
  const { page, browserErrors } = await newVisitor(browser, 'about:blank', width ? { width } : {})
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(pathToFileURL(paths.verifier).href)
  return { page, browserErrors, requests }
}

const waitForVerdict = (page: Page, text: RegExp) =>
  page.getByRole('heading', { name: text }).waitFor()

test('opened from disk, it verifies the file with its proof and a trusted record', async () => {
  const { page, browserErrors, requests } = await setup()
  await page.locator('#input').setInputFiles([paths.document, paths.proof, paths.policy])
  // A policy dropped together with the files is not trusted automatically.
  await waitForVerdict(page, /which you have not chosen to trust/)
  await page.getByRole('checkbox', { name: /^I trust / }).check()
  await waitForVerdict(page, /^Cannot be checked/)
  await page.getByRole('textbox', { name: 'Block hash' }).fill(blockHash)
  await waitForVerdict(page, /^Certified: exactly this file existed/)
  await page.getByText('Test installation: proves nothing to others').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(browserErrors).toEqual([])
  expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([])
})

test('without a trusted record, it only reports that the record is not trusted', async () => {
  const { page } = await setup()
  await page.locator('#input').setInputFiles([paths.document, paths.proof])
  await waitForVerdict(page, /which you have not chosen to trust/)
})

test('when input is missing, it says what to add next', async () => {
  const { page } = await setup()
  const waitForHint = (text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()
  await page.locator('#input').setInputFiles([paths.policy])
  await waitForHint(/^Next, drop the document and its proof file/)
  await page.locator('#input').setInputFiles([paths.document])
  await waitForHint(/^Next, drop the proof file for this document/)
  await page.reload()
  await page.locator('#input').setInputFiles([paths.proof])
  await waitForHint(/^Next, drop the document this proof file is for/)
  await page.locator('#input').setInputFiles([paths.document])
  await waitForHint(/drop its policy file as well, or type its key/)
  await page.locator('#input').setInputFiles([paths.policy])
  await waitForHint(/select its checkbox above/)
  await page.getByRole('checkbox', { name: /^I trust / }).check()
  await waitForHint(/^Next, enter the block hash/)
  await page.getByRole('textbox', { name: 'Block hash' }).fill(blockHash)
  await waitForVerdict(page, /^Certified: /)
  expect(await page.getByRole('status').textContent()).toBe('')
})

test('no result overflows a phone, with every check open', async () => {
  const { page } = await setup(PHONE_WIDTH)
  await page.locator('#input').setInputFiles([paths.document, paths.proof])
  await waitForVerdict(page, /which you have not chosen to trust/)
  for (const check of await page.locator('summary').all()) await check.click()
  expect(await page.locator('details[open]').count()).toBeGreaterThan(10)
  expect(await contentWidth(page)).toBe(PHONE_WIDTH)
})

test('one changed letter changes the verdict', async () => {
  const { page } = await setup(PHONE_WIDTH)
  const changed = (await readFile(paths.document, 'utf8')).replace('Monday', 'Sunday')
  await page.locator('#input').setInputFiles([paths.proof, paths.policy])
  await page.getByRole('checkbox', { name: /^I trust / }).check()
  await page
    .locator('#input')
    .setInputFiles([{ name: 'document.txt', mimeType: 'text/plain', buffer: Buffer.from(changed) }])
  await page.getByRole('textbox', { name: 'Block hash' }).fill(blockHash)
  await waitForVerdict(page, /^Changed:/)
  expect(await axeFindings(page)).toEqual([])
})

test('a typed log key works like a policy file', async () => {
  const { page } = await setup()
  const { logKey } = JSON.parse(await readFile(paths.policy, 'utf8'))
  await page.locator('#input').setInputFiles([paths.document, paths.proof])
  await page.getByRole('textbox', { name: 'Log key' }).fill(logKey)
  await waitForVerdict(page, /^Cannot be checked/)
  await page.getByRole('textbox', { name: 'Log key' }).fill('nonsense')
  await page.getByRole('alert').filter({ hasText: /key/ }).waitFor()
})

test('its content security policy prevents any network request', async () => {
  const { page } = await setup()
  const outcome = await page.evaluate(() =>
    fetch('http://127.0.0.1:9/').then(
      () => 'no error',
      (error: Error) => error.message,
    ),
  )
  expect(outcome).toMatch(/Refused|Failed|violates/)
})
