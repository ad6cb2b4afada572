/** E-mails and the pages behind their links, through the gateway, with the embedded mailbox. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { type Account, callAs, openAs } from '../support/account.ts'
import { extractLink, waitForMail } from '../support/mailbox.ts'
import { newPerson } from '../support/steps.ts'
import { createVisitors } from '../support/visitors.ts'

const visit = createVisitors(() => testSystem().origin)
const NEW_PASSWORD = 'another blotting paper'
const RESET = /^Choose a new password/

async function registerAccount() {
  const person = newPerson()
  const response = await post('/register', { ...person, turnstileToken: 'disabled-for-testing' })
  return { ...person, ...((await response.json()) as Account) }
}

function post(path: string, body: object): Promise<Response> {
  return fetch(`${testSystem().origin}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Requests a reset link on /reset-password and returns it from the mailbox. */
async function requestLink(
  page: Page,
  email: string,
  excludedLinks: readonly string[] = [],
): Promise<string> {
  await page.goto('/reset-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  return extractLink(await waitForMail(email, RESET, excludedLinks))
}

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  await page.getByRole('button', { name: 'Set new password' }).click()
}

/** Signs in with the open dialog. */
async function signIn(page: Page, email: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a forgotten password is reset by e-mail, which ends earlier sessions', async () => {
  const person = await registerAccount()
  const { page } = await visit()
  const link = await requestLink(page, person.email)
  expect(link).toMatch(new RegExp(`^${testSystem().origin}/reset-password#`))
  // A link scanner that fetches the link does not use it up.
  expect((await fetch(link)).status).toBe(200)
  await page.goto(link)
  await page.getByText(person.email).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await page.reload()
  await page.getByText(person.email).waitFor()
  await setPassword(page, 'short')
  await page.getByText('Password must be at least 8 characters long').waitFor()
  await setPassword(page, NEW_PASSWORD)
  await page.getByRole('heading', { name: 'Your password was changed' }).waitFor()
  await expect(callAs(testSystem().origin, person, ['GET', '/me'])).rejects.toThrow('401')
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await signIn(page, person.email, NEW_PASSWORD)
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('heading', { name: 'This link has already been used' }).waitFor()
})

test('an expired link is reported, and a new one can be requested', async () => {
  const person = await registerAccount()
  const { page } = await visit()
  const first = await requestLink(page, person.email)
  await page.goto(await requestLink(page, person.email, [first]))
  await setPassword(page, NEW_PASSWORD)
  await page.getByRole('heading', { name: 'Your password was changed' }).waitFor()
  // Using one link revoked the other.
  await page.goto('about:blank')
  await page.goto(first)
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  await page.getByRole('button', { name: 'Request a new link' }).click()
  await page.getByRole('button', { name: 'Send Reset Link' }).waitFor()
})

test('an incomplete link is reported as not valid', async () => {
  const { page } = await visit()
  await page.goto('/reset-password#half-a-secret')
  await page.getByRole('heading', { name: 'This link is not valid' }).waitFor()
})

test('a confirmation link requires signing in, then confirms, and the settings show the address as confirmed', async () => {
  const person = await registerAccount()
  const { page } = await visit()
  const link = extractLink(await waitForMail(person.email, /^Confirm your e-mail/))
  await page.goto(link)
  await page.getByRole('heading', { name: 'Is this your e-mail address?' }).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await page.reload()
  await page.getByRole('heading', { name: 'Is this your e-mail address?' }).waitFor()
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await signIn(page, person.email, person.password)
  await page.getByRole('heading', { name: 'E-mail address confirmed' }).waitFor()
  // After a reload, the page does not offer the used link again.
  await page.reload()
  await page.getByText('Confirmed', { exact: true }).waitFor()
  const other = await visit()
  await openAs(other.page, person, '/user-profile')
  await other.page.getByText('Confirmed', { exact: true }).waitFor()
  expect(await other.page.getByText('not confirmed yet').count()).toBe(0)
})

test('confirming while signed in updates the whole page, which does not ask to open the link meanwhile', async () => {
  const person = await registerAccount()
  const { page } = await visit()
  const notice = page.getByText('Your e-mail address is not confirmed yet')
  const email = page.getByRole('region', { name: 'E-mail', exact: true })
  await openAs(page, person, '/user-profile')
  await notice.waitFor()
  await email.getByText('Not confirmed', { exact: true }).waitFor()
  await page.goto(extractLink(await waitForMail(person.email, /^Confirm your e-mail/)))
  await page.getByRole('button', { name: 'Confirm this address' }).waitFor()
  await notice.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await page.getByRole('heading', { name: 'E-mail address confirmed' }).waitFor()
  await email.getByText('Confirmed', { exact: true }).waitFor()
  const history = page.getByRole('region', { name: 'History', exact: true })
  await history.getByText('E-mail address confirmed').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page
    .getByRole('heading', { name: 'E-mail address confirmed', level: 2 })
    .waitFor({ state: 'detached' })
  expect(await notice.count()).toBe(0)
})

test('a change of address is confirmed with the link to the new address and reverted with the link to the old one', async () => {
  const person = await registerAccount()
  const to = newPerson().email
  const { page } = await visit()
  await openAs(page, person, '/user-profile')
  await page.getByLabel('New e-mail address').fill(to)
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByRole('heading', { name: 'Confirm your new e-mail address' }).waitFor()
  await page.goto(extractLink(await waitForMail(to, /^Confirm your new/)))
  await page.getByRole('button', { name: 'Use this address' }).click()
  await page.getByRole('heading', { name: 'E-mail address changed' }).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: to, exact: true }).waitFor()

  const owner = await visit()
  await owner.page.goto(extractLink(await waitForMail(person.email, /is being changed/)))
  await owner.page.getByText(to).waitFor()
  await owner.page.getByRole('button', { name: 'This wasn’t me: restore my address' }).click()
  await owner.page.getByRole('heading', { name: 'E-mail address restored' }).waitFor()
  await expect(callAs(testSystem().origin, person, ['GET', '/me'])).rejects.toThrow('401')
  await owner.page.goto('/reset-password')
  await owner.page.getByRole('button', { name: 'Back to Sign In' }).click()
  await signIn(owner.page, person.email, person.password)
})

test("a test message is sent, tracked, and listed with the mail server's reply", async () => {
  const person = await registerAccount()
  const { page } = await visit()
  await openAs(page, person, '/email-test')
  await page.getByRole('button', { name: 'Send test message' }).click()
  await page.getByText(/Accepted after 1 attempt\. Details: 250/).waitFor({ timeout: 20_000 })
  const mail = await waitForMail(person.email, /^Test message/)
  expect(mail.text).toContain('E-mail delivery works')
  const list = page.getByRole('list', { name: 'E-mails sent to you' })
  await list.getByText(mail.subject).waitFor()
  await list.getByText('Confirm your e-mail address for Inkproof').waitFor()
  const mailboxLink = page.getByRole('link', { name: /test mailbox/ })
  expect(await mailboxLink.getAttribute('href')).toBe(testSystem().urls['mailbox-page'])
})

test('when signed out, the e-mail test page opens the sign-in dialog on request', async () => {
  const { page } = await visit()
  await page.goto('/email-test')
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
})
