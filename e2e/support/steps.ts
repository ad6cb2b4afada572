/** User actions, step by step, shared by tests and demonstrations. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

/** Upper limit for an anchor to appear after the certificate's page has opened. */
export const ANCHOR_TIMEOUT_MS = 5_000

/** Returns a new user's e-mail address and password. */
export function newPerson() {
  return { email: `${randomBytes(6).toString('hex')}@example.com`, password: 'Blotting-paper-42' }
}

/**
 * On the open page: types a sentence under "No file at hand?" and continues to the Certify page.
 */
export async function makeTrialFile(page: Page, sentence: string): Promise<void> {
  await page.getByLabel(/No file at hand\?/).fill(sentence)
  await page.getByRole('button', { name: 'Create PDF' }).click()
  await page.getByText('Fingerprinted', { exact: true }).waitFor()
}

/** In the open auth dialog: switches to registration, unless it is shown already, and creates an account. */
export async function register(page: Page, person = newPerson()): Promise<void> {
  const dialog = page.getByRole('dialog')
  const signUp = dialog.getByRole('button', { name: 'Sign up', exact: true })
  const create = dialog.getByRole('button', { name: 'Create Account' })
  await signUp.or(create).first().waitFor()
  if (await signUp.isVisible()) await signUp.click()
  await dialog.getByLabel('Email').fill(person.email)
  await dialog.getByLabel('Password', { exact: true }).fill(person.password)
  await dialog.getByLabel('Confirm Password').fill(person.password)
  await create.click()
  await dialog.waitFor({ state: 'detached' })
}

/**
 * On the Certify page: clicks the button and waits for the certificate's page. Registers an account if
 * the auth dialog opens.
 */
export async function certify(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Certify', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const certificate = page.getByText('Blockchain progress')
  await dialog.or(certificate).first().waitFor()
  if (await dialog.isVisible()) await register(page)
  await certificate.waitFor()
}

/** On a certificate's page: waits until its anchor is final. Returns the block's hash. */
export async function waitForAnchor(page: Page, timeoutMs = ANCHOR_TIMEOUT_MS): Promise<string> {
  await page.getByText(/^Final: /).waitFor({ timeout: timeoutMs })
  const hash = await page
    .getByText(/^0x[0-9a-f]{64}$/)
    .first()
    .textContent()
  return hash ?? ''
}

/** On a certificate's page: downloads the proof file and reads it. */
export async function downloadProof(
  page: Page,
): Promise<{ path: string; name: string; text: string }> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download proof file' }).click()
  const download = await downloading
  const path = await download.path()
  return { path, name: download.suggestedFilename(), text: await readFile(path, 'utf8') }
}

/** Fetches the policy that this installation publishes. */
export async function fetchPublishedPolicy(origin: string): Promise<string> {
  const response = await fetch(`${origin}/log/policy.json`)
  return response.text()
}
