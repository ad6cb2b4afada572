/** User actions on the page "Sign documents", step by step. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { extractLink, waitForMail } from './mailbox.ts'

/** Upper limit for a document to be finished on a busy machine after its signer has signed. */
const FINISH_TIMEOUT_MS = 90_000

/** On the start page: chooses a PDF. */
export async function choosePdf(page: Page, bytes: Uint8Array, name = 'lease.pdf'): Promise<void> {
  const file = { name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
  await page.locator('input[type=file]').first().setInputFiles(file)
}

/** On the start page: chooses files at once, which become one document. Their types are wrong: only their content counts. */
export async function chooseFiles(
  page: Page,
  chosen: readonly { name: string; bytes: Uint8Array }[],
): Promise<void> {
  const files = chosen.map(({ name, bytes }) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(bytes),
  }))
  await page.locator('input[type=file]').first().setInputFiles(files)
  if (files.length > 1) await page.getByRole('button', { name: 'Create document' }).click()
}

/** In the editor: places a text, the date and a typed signature on the first page, from top to bottom. */
export async function placeFields(
  page: Page,
  { text, name }: { text: string; name: string },
): Promise<void> {
  await placeField(page, 'Text', 0.2)
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text)
  await placeField(page, 'Date signed', 0.3)
  await placeField(page, 'Signature', 0.4)
  await page.getByRole('button', { name: 'Add your signature' }).click()
  await typeSignature(page, name)
}

/** In the editor: places a stamp on the first page, and uploads its picture. */
export async function placeStamp(page: Page, picture: Uint8Array, top: number): Promise<void> {
  await placeField(page, 'Stamp', top)
  await page.getByRole('button', { name: 'Add your stamp' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your stamp' })
  const file = { name: 'stamp.png', mimeType: 'image/png', buffer: Buffer.from(picture) }
  await dialog.getByLabel('Files').setInputFiles(file)
  await dialog.getByRole('img', { name: 'Traced stamp' }).waitFor()
  await dialog.getByRole('button', { name: 'Use this stamp' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** In the dialog for a signature: types it. */
export async function typeSignature(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your signature' })
  // A signature that is saved in this browser would be offered first.
  await dialog.getByRole('tab', { name: 'Type' }).click()
  await dialog.getByLabel('Your name').fill(name)
  await dialog.getByRole('button', { name: 'Use this signature' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** `top`: the distance from the upper edge of the page, as a part of its height. */
export async function placeField(page: Page, label: string, top: number): Promise<void> {
  const palette = page.getByRole('list', { name: 'Fields' })
  await palette.getByRole('button', { name: label, exact: true }).click()
  const layer = page.getByRole('button', { name: `Place “${label}” on page 1` })
  await layer.waitFor()
  const box = await layer.boundingBox()
  if (box === null) throw new Error('page 1 is not shown')
  await layer.click({ position: { x: box.width * 0.4, y: box.height * top } })
}

/** Confirms an e-mail address with the mailed link, in another tab of the same browser. */
export async function confirmAddress(page: Page, email: string): Promise<void> {
  const tab = await page.context().newPage()
  await tab.goto(extractLink(await waitForMail(email, /^Confirm your e-mail address/)))
  await tab.getByRole('button', { name: 'Confirm this address' }).click()
  await tab.getByRole('heading', { name: 'E-mail address confirmed' }).waitFor()
  await tab.close()
}

/** On the review: reads each page, agrees and signs. Returns when the document is being finished. */
export async function reviewAndSign(page: Page): Promise<void> {
  const pages = page.locator('main [data-page] canvas')
  await pages.first().waitFor()
  await pages.first().scrollIntoViewIfNeeded()
  await page.getByRole('checkbox', { name: 'I agree to sign electronically' }).click()
  await page.getByRole('button', { name: 'Sign document' }).click()
  await page.getByText('The signed PDF is being created').waitFor()
}

/** Waits until the document is finished, and downloads it. */
export async function downloadSigned(page: Page): Promise<{ name: string; bytes: Buffer }> {
  return download(page, 'Download the signed PDF')
}

/** Downloads a file of the finished document by the name of its button. */
export async function download(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const button = page.getByRole('button', { name })
  await button.waitFor({ timeout: FINISH_TIMEOUT_MS })
  const downloading = page.waitForEvent('download')
  await button.click()
  const file = await downloading
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}
