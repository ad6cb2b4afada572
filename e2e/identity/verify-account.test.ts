/**
 * Certifying with an account that is not verified yet, and continuing after that has changed. The refusal of
 * documents-api is simulated, because the running system is not public; the account service is real.
 */
import { testSystem } from '@inkproof/launcher/testing/control'
import { ERRORS } from '@inkproof/protocol/errors'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { type Account, callAs, openAs } from '../support/account.ts'
import { axeFindings } from '../support/axe.ts'
import { registerAccount } from '../support/sign-in.ts'
import { makeTrialFile } from '../support/steps.ts'
import { createVisitors } from '../support/visitors.ts'
import { waitForMailedSecret } from '../testing/secrets.ts'

const visit = createVisitors(() => testSystem().origin)

const isVerified = async (account: Account) => {
  const { origin } = testSystem()
  const response = await callAs<{ isVerified: boolean }>(origin, account, ['GET', '/verification'])
  return response.isVerified
}

/** Opens the Certify page as a new user with one file, and clicks the button. */
async function setup() {
  const person = await registerAccount(testSystem().origin)
  const { page } = await visit()
  await page.route('**/api/v1/certificates', async (route) => {
    if (route.request().method() !== 'POST' || (await isVerified(person))) return route.continue()
    const headers = { 'inkproof-error': 'PERSON_NOT_VERIFIED' }
    await route.fulfill({ status: 403, headers, body: ERRORS.PERSON_NOT_VERIFIED.title })
  })
  await openAs(page, person, '/certify')
  await makeTrialFile(page, `Lease of ${person.email}`)
  await page.getByRole('button', { name: 'Certify', exact: true }).click()
  await page.getByText('Verify your account to continue').waitFor()
  return { page, person }
}

const certificate = (page: Page) => page.getByText('Blockchain progress')

test('a solved verification continues the certification', async () => {
  const { page } = await setup()
  await page.getByRole('button', { name: 'Verify now' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Verify now' }).click()
  await certificate(page).waitFor()
})

test('an address that is confirmed elsewhere continues the certification', async () => {
  const { page, person } = await setup()
  await page.getByRole('button', { name: 'Resend e-mail' }).click()
  await page.getByText('A new link is on its way', { exact: true }).waitFor()
  const token = await waitForMailedSecret(person.email, 'confirm-email')
  const body = { kind: 'confirm-email', token }
  await callAs(testSystem().origin, person, ['POST', '/email/link', body])
  await certificate(page).waitFor()
})

test('the files stay if the user does not verify the account now', async () => {
  const { page } = await setup()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByText('Verify your account to continue').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Certify', exact: true }).click()
  await page.getByText('Verify your account to continue').waitFor()
})
