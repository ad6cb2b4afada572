/**
 * The verifier as a page saved to disk: it opens without any server, reads the document and its proof
 * file, and shows the answer. Every answer comes from the list of cases that all verifiers share.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { testSystem } from '@inkproof/launcher/testing/control'
import { type ServedRecord, serveRecord } from '@inkproof/proof/testing/serve-record'
import { type Scenario, VERDICT_CASES } from '@inkproof/proof/testing/verdict-cases'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { axeFindings } from '../support/axe.ts'
import { contentWidth, newVisitor, PHONE_WIDTH, type Visitor } from '../support/browser.ts'
import { certify, downloadProof, fetchPublishedPolicy, waitForAnchor } from '../support/steps.ts'

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
): Promise<Pick<Visitor, 'context' | 'page' | 'browserErrors'> & { requests: string[] }> {
  const { context, page, browserErrors } = await newVisitor(
    browser,
    'about:blank',
    width ? { width } : {},
  )
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(pathToFileURL(paths.verifier).href)
  return { context, page, browserErrors, requests }
}

const waitForHeadline = (page: Page, text: string) =>
  page.getByRole('heading', { name: text, exact: true }).waitFor()

const ORIGINAL = 'This is the original file.'
const UNKNOWN_RECORD = 'Valid, but from an unknown record.'
const INCOMPLETE = 'Could not be checked completely.'

test('opened from disk, it verifies the file with its proof and a trusted record', async () => {
  const { page, browserErrors, requests } = await setup()
  await page.locator('#input').setInputFiles([paths.document, paths.proof, paths.policy])
  // A policy dropped together with the files is not trusted automatically.
  await waitForHeadline(page, UNKNOWN_RECORD)
  await page.getByRole('checkbox', { name: /^I trust / }).check()
  await waitForHeadline(page, INCOMPLETE)
  await page.getByRole('textbox', { name: 'Block hash' }).fill(blockHash)
  await waitForHeadline(page, ORIGINAL)
  await page.getByText(/^Unchanged since .* Not revoked as of /).waitFor()
  await page.getByText('Test installation: proves nothing to others').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(browserErrors).toEqual([])
  expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([])
})

test('when input is missing, it says what to add next', async () => {
  const { page } = await setup()
  const waitForHint = (text: RegExp) => page.getByText(text).waitFor()
  await page.locator('#input').setInputFiles([paths.policy])
  await waitForHint(/^Next, drop the document and its proof file/)
  await page.locator('#input').setInputFiles([paths.document])
  await waitForHint(/^Next, drop the proof file for this document/)
  await page.reload()
  await page.locator('#input').setInputFiles([paths.proof])
  await waitForHint(/^Next, drop the document this proof file is for/)
  await waitForHeadline(page, 'Certificate found.')
  await page.locator('#input').setInputFiles([paths.document])
  await waitForHint(/drop its policy file as well, or enter its key/)
  await page.locator('#input').setInputFiles([paths.policy])
  await waitForHint(/select its checkbox above/)
  await page.getByRole('checkbox', { name: /^I trust / }).check()
  await waitForHint(/^Enter the block hash below, or check online/)
  await page.getByRole('textbox', { name: 'Block hash' }).fill(blockHash)
  await waitForHeadline(page, ORIGINAL)
  expect(await page.locator('#next').textContent()).toBe('')
})

test('the answer gets the focus after a drop', async () => {
  const { page } = await setup(PHONE_WIDTH)
  await page.locator('#input').setInputFiles([paths.document, paths.proof])
  await waitForHeadline(page, UNKNOWN_RECORD)
  await page.waitForFunction(() => document.activeElement?.id === 'answer')
  const box = await page.getByRole('heading', { name: UNKNOWN_RECORD }).boundingBox()
  expect(box?.y).toBeLessThan(700)
})

test('no result overflows a phone, with every check open', async () => {
  const { page } = await setup(PHONE_WIDTH)
  await page.locator('#input').setInputFiles([paths.document, paths.proof])
  await waitForHeadline(page, UNKNOWN_RECORD)
  await page.getByText('All checks').click()
  for (const check of await page.locator('#steps summary').all()) await check.click()
  expect(await page.locator('#steps details[open]').count()).toBe(13)
  expect(await contentWidth(page)).toBe(PHONE_WIDTH)
})

test('a typed log key works like a policy file', async () => {
  const { page } = await setup()
  const { records } = JSON.parse(await readFile(paths.policy, 'utf8'))
  const key = page.getByRole('textbox', { name: 'Log key or domain' })
  await page.locator('#input').setInputFiles([paths.document, paths.proof])
  await key.fill(records[0].logKeys[0].key)
  await page.getByRole('textbox', { name: 'Block hash' }).fill(blockHash)
  await waitForHeadline(page, ORIGINAL)
  await key.fill('nonsense')
  await key.press('Tab')
  await page.getByRole('alert').filter({ hasText: 'neither a log key nor a domain' }).waitFor()
  await key.fill('notary.example')
  await key.press('Tab')
  await page.getByRole('alert').filter({ hasText: 'Select “Check online”' }).waitFor()
})

/** Enters what the reader of a scenario has and chooses. */
async function enter(page: Page, scenario: Scenario, served: ServedRecord): Promise<void> {
  const { document, proofFile, policyText, hasNode, isRecordReachable, existenceOnly } = scenario
  const file = (name: string, content: string | Uint8Array) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  })
  if (existenceOnly) {
    await page.getByText('Advanced', { exact: true }).click()
    await page.getByRole('checkbox', { name: /^Check only that the file existed/ }).check()
  }
  if (hasNode) {
    await page.getByRole('checkbox', { name: /^Check online/ }).check()
    const { logUrl, rpcUrl } = served
    await page.getByRole('textbox', { name: 'Blockchain node' }).fill(rpcUrl)
    const record = isRecordReachable ? logUrl : 'http://127.0.0.1:9/log'
    await page.getByRole('textbox', { name: 'Address of the record' }).fill(record)
  }
  await page
    .locator('#input')
    .setInputFiles([
      ...(policyText === null ? [] : [file('policy.json', policyText)]),
      ...(document === null ? [] : [file('document', document)]),
      file('document.tlog-proof', proofFile ?? ''),
    ])
  if (policyText !== null) await page.getByRole('checkbox', { name: /^I trust / }).check()
}

test('there are cases for every answer', () => {
  expect(VERDICT_CASES).toHaveLength(16)
})

test.each(VERDICT_CASES.map((row) => [row.name, row] as const))(
  'answers for %s',
  async (_name, row) => {
    const scenario = await row.create(new Date())
    const served = await serveRecord(scenario.record)
    const { page, context } = await setup(PHONE_WIDTH)
    await enter(page, scenario, served)
    await waitForHeadline(page, row.headline)
    const text = await page.locator('#context').textContent()
    for (const part of row.context.split('{time}')) expect(text).toContain(part.trim())
    expect(await contentWidth(page)).toBe(PHONE_WIDTH)
    await context.close()
    await served.stop()
  },
)

test('sends nothing until the user chooses to check online', async () => {
  const row = VERDICT_CASES.find(({ code }) => code === 'verified')
  if (!row) throw new Error('there is no such case')
  const scenario = await row.create(new Date())
  const served = await serveRecord(scenario.record)
  const { page, requests } = await setup()
  await enter(page, { ...scenario, hasNode: false }, served)
  await waitForHeadline(page, INCOMPLETE)
  expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([])
  await page.getByRole('checkbox', { name: /^Check online/ }).check()
  await page.getByRole('textbox', { name: 'Address of the record' }).fill(served.logUrl)
  await page.getByRole('textbox', { name: 'Blockchain node' }).fill(served.rpcUrl)
  await page.getByRole('textbox', { name: 'Blockchain node' }).press('Tab')
  await waitForHeadline(page, ORIGINAL)
  const addresses = new Set(requests.map((url) => new URL(url).origin))
  expect([...addresses].sort()).toEqual([new URL(served.logUrl).origin, 'null'])
  await served.stop()
})
