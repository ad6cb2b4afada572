/** Checking a received file: on the Verify page, after a reload, offline, and on the certificate's page. */

import { testSystem } from '@inkproof/launcher/testing/control'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { newVisitor, PHONE_WIDTH } from '../support/browser.ts'
import { waitUntilCached } from '../support/service-worker.ts'
import { certify, downloadProof, waitForAnchor } from '../support/steps.ts'

const TEXT = 'The tenant gets the key on Monday.\n'
const ORIGINAL = 'This is the original file.'
const CHANGED = 'This is not the certified file.'

let browser: Browser
let proof: string
let shareUrl: string

beforeAll(async () => {
  browser = await openBrowser()
  const { page, context } = await newVisitor(browser, testSystem().origin)
  await page.goto('/certify')
  await chooseFiles(page, [fileWith(TEXT)])
  await page.getByText('Fingerprinted', { exact: true }).waitFor()
  await certify(page)
  await waitForAnchor(page)
  shareUrl = page.url()
  proof = (await downloadProof(page)).text
  await context.close()
})
afterAll(() => browser.close())

test('a genuine file with its proof is the original at once, and stays so after a reload and offline', async () => {
  const { page, context, browserErrors } = await newVisitor(browser, testSystem().origin, {
    width: PHONE_WIDTH,
    serviceWorker: true,
  })
  await page.goto('/')
  await waitUntilCached(page)
  await page.goto('/verify')
  await chooseFiles(page, [fileWith(TEXT), proofFile()])
  await answer(page, ORIGINAL)
  await page.getByText(/^Unchanged since .* Not revoked as of today/).waitFor()
  await page.reload()
  await answer(page, ORIGINAL)
  expect(browserErrors).toEqual([])
  await context.setOffline(true)
  await page.reload()
  await answer(page, ORIGINAL)
  await page.getByText(/^Checked today, .* could not be checked again just now\.$/).waitFor()
  await context.setOffline(false)
  await page.getByText(/could not be checked again/).waitFor({ state: 'detached' })
  await answer(page, ORIGINAL)
  await context.close()
})

test('a visit that begins anew shows no answer of an earlier one', async () => {
  const { page, context } = await newVisitor(browser, testSystem().origin)
  await page.goto('/verify')
  await chooseFiles(page, [fileWith(TEXT), proofFile()])
  await answer(page, ORIGINAL)
  await page.reload()
  await answer(page, ORIGINAL)
  const tab = await context.newPage()
  await tab.goto('/verify')
  await tab.getByText('Drop a file, and its proof file if you have it').waitFor()
  await page.goto('/verify?from=another-mail')
  await page.getByText('Drop a file, and its proof file if you have it').waitFor()
  expect(await page.locator('[data-verdict]').count()).toBe(0)
  await context.close()
})

test('a changed file with the same proof is not the certified file', async () => {
  const { page, context } = await newVisitor(browser, testSystem().origin)
  await page.goto('/verify')
  await chooseFiles(page, [fileWith(TEXT.replace('Monday', 'Sunday')), proofFile()])
  await answer(page, CHANGED)
  await context.close()
})

test('a pasted share link finds the certificate, and the file completes the check', async () => {
  const { page, context } = await newVisitor(browser, testSystem().origin)
  await page.goto('/verify')
  await page.getByLabel(/paste a fingerprint/).fill(shareUrl)
  await page.getByRole('button', { name: 'Look up' }).click()
  await answer(page, 'Certificate found.')
  await page.getByText('Add the file to compare it.').waitFor()
  await chooseFiles(page, [fileWith(TEXT)])
  await answer(page, ORIGINAL)
  await context.close()
})

test('the page of the certificate compares dropped copies, and its actions come before its hashes', async () => {
  const { page, context, browserErrors } = await newVisitor(browser, testSystem().origin, {
    width: PHONE_WIDTH,
  })
  await page.goto(shareUrl)
  await answer(page, 'Certificate found.')
  const download = page.getByRole('button', { name: 'Download proof file' })
  const hash = page.getByText('Fingerprint (SHA-256) of the file')
  expect(await topOf(download)).toBeLessThan(await topOf(hash))
  await chooseFiles(page, [proofFile()])
  await page.getByText('This is the proof file.').waitFor()
  await chooseFiles(page, [proofFile(), fileWith(TEXT)])
  await answer(page, ORIGINAL)
  await chooseFiles(page, [fileWith(TEXT.replace('Monday', 'Sunday'))])
  await answer(page, CHANGED)
  expect(browserErrors).toEqual([])
  await context.close()
})

test('a phone offers to choose files, a desktop computer to drop them', async () => {
  const phone = await newVisitor(browser, testSystem().origin, { width: PHONE_WIDTH })
  const desktop = await newVisitor(browser, testSystem().origin)
  const titles: [string, RegExp, RegExp][] = [
    ['/', /^Choose a file to certify it$/, /^Drop a file to certify it$/],
    ['/certify', /^Choose files$/, /^Drop files or a folder$/],
    ['/verify', /^Choose a file, and its proof file/, /^Drop a file, and its proof file/],
    [shareUrl, /^Choose your copy of the file$/, /^Drop your copy of the file$/],
  ]
  for (const [path, chosen, dropped] of titles) {
    await phone.page.goto(path)
    await phone.page.getByRole('button', { name: chosen }).waitFor()
    expect(
      await phone.page
        .getByText(/\bdrop\b|a folder/i)
        .filter({ visible: true })
        .count(),
    ).toBe(0)
    await desktop.page.goto(path)
    await desktop.page.getByRole('button', { name: dropped }).waitFor()
    expect(await desktop.page.getByRole('button', { name: chosen }).count()).toBe(0)
  }
  await phone.context.close()
  await desktop.context.close()
})

function fileWith(text: string) {
  return { name: 'lease.txt', mimeType: 'text/plain', buffer: Buffer.from(text) }
}

function proofFile() {
  return { name: 'lease.txt.tlog-proof', mimeType: 'text/plain', buffer: Buffer.from(proof) }
}

async function chooseFiles(page: Page, files: ReturnType<typeof fileWith>[]): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(files)
}

function answer(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { name }).waitFor()
}

async function topOf(element: ReturnType<Page['getByText']>): Promise<number> {
  return (await element.boundingBox())?.y ?? Number.NaN
}
