/** What a person does, step by step, as the tests and the demonstrations do it. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

/** How long an anchor may take to show, from the moment the certificate's page is there. */
export const ANCHOR_WITHIN_MS = 5_000

/** A new person's e-mail address and password. */
export function newPerson() {
  return { email: `${randomBytes(6).toString('hex')}@example.com`, password: 'Blotting-paper-42' }
}

/** On the page that is open: types a sentence under "No file at hand?" and gets to the Certify page. */
export async function makeTrialFile(page: Page, sentence: string): Promise<void> {
  await page.getByLabel(/No file at hand\?/).fill(sentence)
  await page.getByRole('button', { name: 'Make the PDF' }).click()
  await page.getByText('Fingerprinted', { exact: true }).waitFor()
}

/** In the auth dialog that is open: switches to registration and creates an account. */
export async function register(page: Page, person = newPerson()): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign up' }).click()
  await dialog.getByLabel('Email').fill(person.email)
  await dialog.getByLabel('Password', { exact: true }).fill(person.password)
  await dialog.getByLabel('Confirm Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Create Account' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** On the Certify page: the last click, and where it leads. Signs up where that is asked for. */
export async function certify(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Certify', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const certificate = page.getByText('From this page to the blockchain')
  await dialog.or(certificate).first().waitFor()
  if (await dialog.isVisible()) await register(page)
  await certificate.waitFor()
}

/** On a certificate's page: waits until its anchor is final. Returns the block's hash. */
export async function anchored(page: Page, withinMs = ANCHOR_WITHIN_MS): Promise<string> {
  await page.getByText(/^Final: /).waitFor({ timeout: withinMs })
  const hash = await page
    .getByText(/^0x[0-9a-f]{64}$/)
    .first()
    .textContent()
  return hash ?? ''
}

/** On a certificate's page: saves the proof file and reads it. */
export async function downloadProof(
  page: Page,
): Promise<{ path: string; name: string; text: string }> {
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Proof file' }).click()
  const download = await arriving
  const path = await download.path()
  return { path, name: download.suggestedFilename(), text: await readFile(path, 'utf8') }
}

/** The policy this installation publishes, as a reader keeps it. */
export async function publishedPolicy(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/log/policy.json`)
  return answer.text()
}
