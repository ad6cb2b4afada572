/** The layout of the settings and the password section, through the gateway. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { type Account, openAs } from '../support/account.ts'
import { dialogOf, registerAccount, signIn } from '../support/sign-in.ts'
import { createVisitors, type Visit } from '../support/visitors.ts'

const NEW_PASSWORD = 'blotting paper and sand'

const visit: Visit = createVisitors(() => testSystem().origin)

type Person = { email: string; password: string }

/** Opens the settings while signed out, then signs in, which creates a new session. */
async function openSettings(person: Person, fragment = ''): Promise<Page> {
  const { page } = await visit()
  await page.goto(`/user-profile${fragment}`)
  await dialogOf(page).title('Sign In').waitFor()
  await signIn(page, person)
  await passwordHeading(page).waitFor()
  return page
}

/** Opens the settings in the session that was created with the account. */
async function openSettingsAs(account: Account): Promise<Page> {
  const { page } = await visit()
  await openAs(page, account, '/user-profile')
  await passwordHeading(page).waitFor()
  return page
}

const passwordHeading = (page: Page) => page.getByRole('heading', { level: 2, name: 'Password' })

async function changePassword(page: Page, current: string, next: string): Promise<void> {
  await page.getByLabel('Current password', { exact: true }).fill(current)
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('Confirm new password', { exact: true }).fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()
}

test('changing the password ends all other sessions, and the new password signs in', async () => {
  const person = await registerAccount(testSystem().origin)
  const otherPage = await openSettingsAs(person)
  const page = await openSettings(person)
  await changePassword(page, person.password, NEW_PASSWORD)
  await page.getByText('Password changed').first().waitFor()
  await otherPage.reload()
  await dialogOf(otherPage).title('Sign In').waitFor()
  await page.reload()
  await page.getByRole('button', { name: /^Account menu for/ }).waitFor()
  await openSettings({ ...person, password: NEW_PASSWORD })
})

test('a wrong current password is reported, and the typed input remains', async () => {
  const person = await registerAccount(testSystem().origin)
  const page = await openSettingsAs(person)
  await changePassword(page, 'not this one', NEW_PASSWORD)
  await page.getByText('403: Incorrect password. Check it and try again.').waitFor()
  expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe(NEW_PASSWORD)
  await page.getByRole('button', { name: /^Account menu for/ }).waitFor()
})

test('the list of sections links to each section and marks the one in view', async () => {
  const page = await openSettingsAs(await registerAccount(testSystem().origin))
  const list = page.getByRole('navigation', { name: 'Settings' })
  const headings = await page.locator('main h2').allTextContents()
  expect(await list.getByRole('link').allTextContents()).toEqual(headings)
  expect(headings).toContain('Password')
  // Content loading into the sections above moves those below.
  await page.waitForLoadState('networkidle')
  await list.getByRole('link', { name: 'Sessions' }).click()
  await page.waitForURL('**/user-profile#sessions')
  await list.locator('[aria-current="location"]', { hasText: 'Sessions' }).waitFor()
})

test('a URL with a section opens at that section and marks it in the list', async () => {
  const page = await openSettings(await registerAccount(testSystem().origin), '#workspaces')
  const list = page.getByRole('navigation', { name: 'Settings' })
  await list.locator('[aria-current="location"]', { hasText: 'Workspaces' }).waitFor()
  await page.getByRole('heading', { name: 'Workspaces', exact: true }).waitFor()
})
