/** The digital signatures of PDF files on the Verify page, in a real browser with the real worker. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { readTestFile } from '@inkproof/pdf-signatures/testing/files'
import { edit, overwrite } from '@inkproof/pdf-signatures/testing/updates'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser, Locator, Page } from 'playwright-core'
import { axeFindings } from '../support/axe.ts'
import { contentWidth, DESKTOP_WIDTH, newVisitor, PHONE_WIDTH } from '../support/browser.ts'

const SIGNED = readTestFile('approval.pdf')
/** The number of the first page's object in that file. */
const FIRST_PAGE = 8
const TURNED = edit(SIGNED, FIRST_PAGE, '/Type /Page', '/Rotate 90 /Type /Page')

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test.each([
  { theme: 'dark', width: DESKTOP_WIDTH },
  { theme: 'light', width: PHONE_WIDTH },
] as const)('shows who signed, in the $theme theme at $width px', async ({ theme, width }) => {
  const { page, context, browserErrors } = await open({ theme, width })
  await addFile(page, 'contract.pdf', SIGNED)
  const panel = await findPanel(page, 'unconfirmed')
  expect(await headlineOf(panel)).toBe('Signer unconfirmed, with additions since.')
  // Below them is what is known about a certificate of the file.
  const signers = await panel.getByRole('button', { name: /Jane Roe|John Doe/ }).allTextContents()
  expect(signers).toEqual([
    expect.stringMatching(/^Jane Roe.*After this signature: Visible signature “john” was added\.$/),
    expect.stringMatching(/^John Doe.*Nothing has been changed since\.$/),
  ])
  await panel.getByRole('button', { name: /Jane Roe/ }).click()
  await panel.getByText('Visible signature “john” was added').first().waitFor()
  expect(await contentWidth(page)).toBeLessThanOrEqual(width)
  expect(await axeFindings(page)).toEqual([])
  expect(browserErrors).toEqual([])
  await context.close()
})

test('names a change made after signing', async () => {
  const { page, context } = await open()
  await addFile(page, 'contract.pdf', TURNED)
  const panel = await findPanel(page, 'changed')
  expect(await panel.getAttribute('data-tone')).toBe('negative')
  expect(await headlineOf(panel)).toBe('Changed after it was signed.')
  expect(await panel.getByRole('button', { name: /Jane Roe/ }).textContent()).toContain(
    'After this signature: Page 1 was changed.',
  )
  await context.close()
})

test('refuses a file in which one signed letter differs', async () => {
  const { page, context } = await open()
  await addFile(page, 'contract.pdf', overwrite(SIGNED, '(amount)', '(amounT)'))
  const panel = await findPanel(page, 'invalid')
  expect(await panel.textContent()).toContain('The signed content was changed.')
  await context.close()
})

test('the file stays in the browser: the page sends only its fingerprint, and the worker may not send anything', async () => {
  const { page, context } = await open()
  const bodies: number[] = []
  context.on('request', (request) => bodies.push(request.postDataBuffer()?.length ?? 0))
  const policy = page
    .waitForResponse('**/pdf-signatures.worker.*.js')
    .then((response) => response.headers()['content-security-policy'])
  await addFile(page, 'contract.pdf', SIGNED)
  await findPanel(page, 'unconfirmed')
  expect(await policy).toBe("default-src 'none'")
  expect(Math.max(...bodies)).toBeLessThan(200)
  await context.close()
})

test('a file without signatures loads no code for them', async () => {
  const { page, context } = await open()
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await addFile(page, 'letter.pdf', Buffer.from('%PDF-1.7\n%%EOF\n'))
  await page.locator('[data-verdict=not-found]').waitFor()
  expect(workers.filter((url) => url.includes('pdf-signatures'))).toEqual([])
  expect(await page.locator('[data-signatures]').count()).toBe(0)
  await page.getByText('This PDF contains no digital signatures.').waitFor()
  await context.close()
})

test('the result survives a reload', async () => {
  const { page, context } = await open()
  await addFile(page, 'contract.pdf', SIGNED)
  await findPanel(page, 'unconfirmed')
  await page.locator('[data-verdict=not-found]').waitFor()
  await page.waitForFunction(hasStoredSignatures)
  await page.reload()
  await findPanel(page, 'unconfirmed')
  await context.close()
})

async function open(options: Parameters<typeof newVisitor>[2] = {}) {
  const visitor = await newVisitor(browser, testSystem().origin, options)
  await visitor.page.goto('/verify')
  return visitor
}

async function addFile(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const file = { name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
  await page.locator('input[type=file]').first().setInputFiles(file)
}

async function findPanel(page: Page, code: string) {
  const panel = page.locator(`[data-signatures=${code}]`)
  await panel.waitFor()
  return panel
}

function headlineOf(panel: Locator): Promise<string | null> {
  return panel.getByRole('heading', { level: 2 }).textContent()
}

/** Runs in the page: whether the browser has stored the answer about the signatures. */
function hasStoredSignatures(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('inkproof-verify')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('results').objectStore('results').get('own')
      reading.onerror = () => reject(reading.error)
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result?.files?.[0]?.signatures?.step === 'checked')
      }
    }
  })
}
