/** The main flow with a file from the disk: one user certifies it, another verifies it. */
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { newVisitor } from './browser.ts'
import { certify, downloadProof, waitForAnchor } from './steps.ts'

/** Upper limit for fingerprinting the largest file on a busy machine. */
const FINGERPRINT_TIMEOUT_MS = 180_000

/** The input of a verification: the paths of the document and its proof, and the hash of the block to trust. */
export type Certified = { document: string; proof: string; blockHash: string }

/** Certifies the file as a new user, waits for the chain and saves the proof in `folder`. */
export async function certifyFile(
  page: Page,
  document: string,
  folder: string,
): Promise<Certified> {
  await page.goto('/certify')
  await chooseFiles(page, [document])
  await page
    .getByText('Fingerprinted', { exact: true })
    .waitFor({ timeout: FINGERPRINT_TIMEOUT_MS })
  await certify(page)
  const blockHash = await waitForAnchor(page)
  const proof = join(folder, `${basename(document)}.tlog-proof`)
  await writeFile(proof, (await downloadProof(page)).text)
  return { document, proof, blockHash }
}

/** Verifies the document with its proof as a new visitor, and waits until it is the original. */
export async function verifyAsVisitor(
  browser: Browser,
  origin: string,
  { document, proof }: Certified,
): Promise<void> {
  const { page, context } = await newVisitor(browser, origin)
  await page.goto('/verify')
  await chooseFiles(page, [document, proof])
  await page
    .getByRole('heading', { name: 'This is the original file.' })
    .waitFor({ timeout: FINGERPRINT_TIMEOUT_MS })
  await context.close()
}

/** Prints a page to a PDF, as the print dialog of the browser does. */
export async function printToPdf(browser: Browser, document: string): Promise<string> {
  const page = await browser.newPage()
  await page.setContent('<h1>Agreement</h1><p>Printed by Chromium.</p>')
  await page.pdf({ path: document })
  await page.close()
  return document
}

/** Passes paths to the file input, so that the browser reads the files itself in chunks. */
async function chooseFiles(page: Page, paths: string[]): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(paths)
}
