/**
 * The verifier as a page saved to disk: it opens without any server, reads two files, and shows the
 * same verdict as the command line.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openBrowser } from '@inkproof/launcher/testing/browser'
import { testSystem } from '@inkproof/launcher/testing/control'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { axeFindings } from './support/axe.ts'
import { newVisitor, PHONE_WIDTH, widthOf } from './support/browser.ts'
import { anchored, certify, downloadProof, publishedPolicy } from './support/steps.ts'

jest.setTimeout(120_000)

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
  await writeFile(paths.policy, await publishedPolicy(origin))
  const page = await fetch(`${origin}/verifier/inkproof-verify.html`)
  await writeFile(paths.verifier, Buffer.from(await page.arrayBuffer()))

  const visitor = await newVisitor(browser, origin)
  await visitor.page.goto('/certify')
  await visitor.page.locator('input[type=file]').first().setInputFiles(paths.document)
  await visitor.page.getByText('Fingerprinted', { exact: true }).waitFor()
  await certify(visitor.page)
  blockHash = await anchored(visitor.page)
  await writeFile(paths.proof, (await downloadProof(visitor.page)).text)
  await visitor.context.close()
})
afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true })
})

async function setup(
  width?: number,
): Promise<{ page: Page; complaints: string[]; asked: string[] }> {
  const { page, complaints } = await newVisitor(browser, 'about:blank', width ? { width } : {})
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(pathToFileURL(paths.verifier).href)
  return { page, complaints, asked }
}

const answer = (page: Page, words: RegExp) => page.getByRole('heading', { name: words }).waitFor()

test("opened from disk, it certifies the file given its proof and the reader's trust", async () => {
  const { page, complaints, asked } = await setup()
  await page.locator('#input').setInputFiles([paths.document, paths.proof, paths.policy])
  // The policy may have been sent together with the files.
  await answer(page, /which you have not chosen to trust/)
  await page.getByRole('checkbox', { name: /^I trust / }).check()
  await answer(page, /^Cannot be checked/)
  await page.getByRole('textbox', { name: 'Block hash' }).fill(blockHash)
  await answer(page, /^Certified: exactly this file existed/)
  await page.getByText('Test installation: proves nothing to others').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(complaints).toEqual([])
  expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([])
})

test('without anything trusted, it names the record and no more', async () => {
  const { page } = await setup()
  await page.locator('#input').setInputFiles([paths.document, paths.proof])
  await answer(page, /which you have not chosen to trust/)
})

test('with some input missing, it says what is missing', async () => {
  const { page } = await setup()
  const says = (words: RegExp) => page.getByRole('status').filter({ hasText: words }).waitFor()
  await page.locator('#input').setInputFiles([paths.policy])
  await says(/^Next, drop the document and its proof file/)
  await page.locator('#input').setInputFiles([paths.document])
  await says(/^Next, drop the proof file for this document/)
  await page.reload()
  await page.locator('#input').setInputFiles([paths.proof])
  await says(/^Next, drop the document this proof file is for/)
  await page.locator('#input').setInputFiles([paths.document])
  await says(/drop its policy file as well, or type its key/)
  await page.locator('#input').setInputFiles([paths.policy])
  await says(/tick it above/)
  await page.getByRole('checkbox', { name: /^I trust / }).check()
  await says(/^Next, enter the block hash/)
  await page.getByRole('textbox', { name: 'Block hash' }).fill(blockHash)
  await answer(page, /^Certified: /)
  expect(await page.getByRole('status').textContent()).toBe('')
})

test('no result overflows a phone, with every check open', async () => {
  const { page } = await setup(PHONE_WIDTH)
  await page.locator('#input').setInputFiles([paths.document, paths.proof])
  await answer(page, /which you have not chosen to trust/)
  for (const check of await page.locator('summary').all()) await check.click()
  expect(await page.locator('details[open]').count()).toBeGreaterThan(10)
  expect(await widthOf(page)).toBe(PHONE_WIDTH)
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
  await answer(page, /^Changed:/)
  expect(await axeFindings(page)).toEqual([])
})

test('a typed log key works like a policy file', async () => {
  const { page } = await setup()
  const { logKey } = JSON.parse(await readFile(paths.policy, 'utf8'))
  await page.locator('#input').setInputFiles([paths.document, paths.proof])
  await page.getByRole('textbox', { name: 'Log key' }).fill(logKey)
  await answer(page, /^Cannot be checked/)
  await page.getByRole('textbox', { name: 'Log key' }).fill('nonsense')
  await page.getByRole('alert').filter({ hasText: /key/ }).waitFor()
})

test('its content security policy prevents any network request', async () => {
  const { page } = await setup()
  const outcome = await page.evaluate(() =>
    fetch('http://127.0.0.1:9/').then(
      () => 'answered',
      (error: Error) => error.message,
    ),
  )
  expect(outcome).toMatch(/Refused|Failed|violates/)
})
