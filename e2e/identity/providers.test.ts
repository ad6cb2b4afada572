/** Signing in with a real OpenID Connect provider, in a real browser, through the gateway. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { startProvider, type TestProvider } from '../../svc-auth/src/testing/provider.ts'
import { axeFindings } from '../support/axe.ts'
import { PHONE_WIDTH } from '../support/browser.ts'
import { startTestAuth, type TestAuth } from '../support/test-auth.ts'
import { createVisitors } from '../support/visitors.ts'

let provider: TestProvider
let auth: TestAuth
const visit = createVisitors(() => auth.origin)
beforeAll(async () => {
  auth = await startTestAuth('providers', async (origin) => {
    provider = await startProvider(`${origin}/api/auth/provider/callback`)
    return provider.env
  })
})
afterAll(async () => {
  await auth.stop()
  await provider.stop()
})

const dialogOf = (page: Page) => page.getByRole('dialog')

test('a visitor signs in with the provider and returns to the page they left', async () => {
  const { page, browserErrors } = await visit()
  const name = addProviderUser({ given_name: 'Ada', family_name: 'Lovelace' })
  await page.goto('/faq?q=proof')
  await goToProvider(page)
  await signInAtProvider(page, name)
  clearBrowserErrors(browserErrors)
  await page.getByText('Ada Lovelace').waitFor()
  expect(page.url()).toBe(`${auth.origin}/faq?q=proof`)
  expect(await dialogOf(page).count()).toBe(0)
  const stored = await page.evaluate(() => localStorage.getItem('inkproof_user'))
  expect(JSON.parse(stored ?? '')).toMatchObject({ email: `${name}@example.org` })
  expect(browserErrors).toEqual([])
})

test('a visitor who cancels at the provider sees a message in the dialog, and can use another sign-in method', async () => {
  const { page } = await visit({ width: PHONE_WIDTH, theme: 'light' })
  await page.goto('/faq')
  await goToProvider(page)
  await page.getByRole('link', { name: /cancel/i }).click()
  await dialogOf(page).getByRole('alert').waitFor()
  expect(await dialogOf(page).getByRole('alert').textContent()).toMatch(
    /^You did not sign in at the provider/,
  )
  expect(page.url()).toBe(`${auth.origin}/faq`)
  expect(await dialogOf(page).getByLabel('Email').isEnabled()).toBe(true)
  expect(await axeFindings(page)).toEqual([])
})

test('an existing account with the same address is not linked automatically, and an error explains how to link it', async () => {
  const { page } = await visit()
  const email = await createAccount()
  await page.goto('/faq')
  await goToProvider(page)
  await signInAtProvider(page, addProviderUser({ email }))
  await dialogOf(page).getByRole('alert').waitFor()
  expect(await dialogOf(page).getByRole('alert').textContent()).toBe(
    '409: An Inkproof account already uses the e-mail address of this external account. Sign in to that account with your existing sign-in method, then link the external account under Settings.',
  )
})

test('in the settings, an external account is linked, signs in, and is unlinked', async () => {
  const { page, browserErrors } = await visit()
  const email = await createAccount()
  const name = addProviderUser()
  await page.goto('/user-profile')
  await signInWithPassword(page, email)
  await page.getByRole('button', { name: 'Link Example' }).click()
  await signInAtProvider(page, name)
  clearBrowserErrors(browserErrors)
  await page.getByText('Account linked', { exact: true }).waitFor()
  expect(page.url()).toBe(`${auth.origin}/user-profile`)
  await page.getByText(`${name}@example.org · linked`).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: `Unlink Example, ${name}@example.org` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
  await page.getByText(`${name}@example.org · linked`).waitFor({ state: 'detached' })
  expect(browserErrors).toEqual([])
})

test('by keyboard alone, a visitor sees in the dialog that the provider is unavailable', async () => {
  const { page } = await visit()
  const unreachable = await startTestAuth('provider-unreachable', () => ({
    ...provider.env,
    OIDC_ISSUER: 'http://127.0.0.1:9/',
  }))
  await page.goto(`${unreachable.origin}/faq`)
  await page.getByRole('button', { name: 'Sign In', exact: true }).press('Enter')
  await dialogOf(page).getByRole('button', { name: 'Continue with Example' }).press('Enter')
  await dialogOf(page).getByRole('alert').waitFor()
  const alert = dialogOf(page).getByRole('alert')
  expect(await alert.textContent()).toMatch(/^The provider is not responding right now/)
  expect(await alert.evaluate((element) => document.activeElement?.contains(element))).toBe(true)
  await unreachable.stop()
})

/** Adds a user at the provider and returns their login. */
function addProviderUser(claims: object = {}): string {
  const name = crypto.randomUUID()
  provider.people.set(name, { email: `${name}@example.org`, email_verified: true, ...claims })
  return name
}

async function goToProvider(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await dialogOf(page).getByRole('button', { name: 'Continue with Example' }).click()
  await page.waitForURL(/\/interaction\//)
}

/** Completes the provider's two pages: sign-in and consent. */
async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL((url) => url.origin === auth.origin)
}

/** Discards errors of the provider's pages, which load images and fonts from other origins. */
function clearBrowserErrors(browserErrors: string[]): void {
  browserErrors.length = 0
}

const PASSWORD = 'eleven quiet pears'

async function createAccount(): Promise<string> {
  const email = `${crypto.randomUUID()}@example.org`
  const response = await fetch(`${auth.origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, turnstileToken: 'disabled-for-testing' }),
  })
  expect(response.status).toBe(201)
  return email
}

async function signInWithPassword(page: Page, email: string): Promise<void> {
  const dialog = dialogOf(page)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}
