/** The settings' frame and the password section, through the gateway. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, jest, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { dialogOf, registered, signIn } from '../support/sign-in.ts'
import { type Visit, visitorsOf } from '../support/visitors.ts'

// Each signs in two or three times, at the whole price of a password.
jest.setTimeout(120_000)

const NEW = 'blotting paper and sand'

const visit: Visit = visitorsOf(() => testSystem().origin)

type Person = { email: string; password: string }

/** Opens the settings signed out, and goes on there after signing in. */
async function openSettings(person: Person, fragment = ''): Promise<Page> {
  const { page } = await visit()
  await page.goto(`/user-profile${fragment}`)
  await dialogOf(page).title('Sign In').waitFor()
  await signIn(page, person)
  await page.getByRole('heading', { level: 2, name: 'Password' }).waitFor()
  return page
}

async function change(page: Page, current: string, next: string): Promise<void> {
  await page.getByLabel('Current Password', { exact: true }).fill(current)
  await page.getByLabel('New Password', { exact: true }).fill(next)
  await page.getByLabel('Confirm New Password', { exact: true }).fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()
}

test('a changed password ends the sessions elsewhere and signs in from then on', async () => {
  const person = await registered(testSystem().origin)
  const elsewhere = await openSettings(person)
  const page = await openSettings(person)
  await change(page, person.password, NEW)
  await page.getByText('Your password is changed').first().waitFor()
  await elsewhere.reload()
  await dialogOf(elsewhere).title('Sign In').waitFor()
  await page.reload()
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
  await openSettings({ ...person, password: NEW })
})

test('a wrong current password is said above the fields, and nothing that was typed is lost', async () => {
  const person = await registered(testSystem().origin)
  const page = await openSettings(person)
  await change(page, 'not this one', NEW)
  await page.getByText('403: The password is not right. Check it and try again.').waitFor()
  expect(await page.getByLabel('New Password', { exact: true }).inputValue()).toBe(NEW)
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
})

test('the list of sections leads to each and marks the one in view', async () => {
  const page = await openSettings(await registered(testSystem().origin))
  const list = page.getByRole('navigation', { name: 'Settings' })
  const headings = await page.locator('main h2').allTextContents()
  expect(await list.getByRole('link').allTextContents()).toEqual(headings)
  expect(headings).toContain('Password')
  // What comes into the sections above moves those below.
  await page.waitForLoadState('networkidle')
  await list.getByRole('link', { name: 'Sessions' }).click()
  await page.waitForURL('**/user-profile#sessions')
  await list.locator('[aria-current="location"]', { hasText: 'Sessions' }).waitFor()
})

test('an address with a section opens there, marked in the list', async () => {
  const page = await openSettings(await registered(testSystem().origin), '#workspaces')
  const list = page.getByRole('navigation', { name: 'Settings' })
  await list.locator('[aria-current="location"]', { hasText: 'Workspaces' }).waitFor()
  await page.getByRole('heading', { name: 'Workspaces', exact: true }).waitFor()
})
