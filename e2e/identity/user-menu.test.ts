/** The user menu through the gateway, as described in sections 2 and 9 of the specification. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { openAs } from '../support/account.ts'
import { delayRequests, openDialog, registerAccount, storedSession } from '../support/sign-in.ts'
import { createVisitors } from '../support/visitors.ts'

const visit = createVisitors(() => testSystem().origin)

/** Returns a user, and `open`, which opens a page as this user. `overrides` change the user in responses. */
async function setup(names: object = {}, overrides: object = {}) {
  const person = await registerAccount(testSystem().origin, names)
  const { page } = await visit()
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch()
    const { user } = (await response.json()) as { user: object }
    await route.fulfill({ response, json: { user: { ...user, ...overrides } } })
  })
  return { page, person, open: () => openAs(page, person, '/nothing-here') }
}

const account = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^Account menu for/ })

test('shows a disabled Loading button while the session is checked, and then the account', async () => {
  const { page, open } = await setup({ firstName: 'Ada' })
  const release = await delayRequests(page, '/api/auth/me')
  await open()
  const loading = page.getByRole('banner').getByRole('button', { name: 'Loading' })
  await loading.waitFor()
  expect(await loading.isDisabled()).toBe(true)
  release()
  await account(page).waitFor()
  expect(await loading.count()).toBe(0)
})

test('when signed out, a Sign In button opens the dialog', async () => {
  const { page } = await visit()
  await page.goto('/nothing-here')
  expect(await (await openDialog(page)).panel.isVisible()).toBe(true)
})

test('when signed in, shows initials, name, the e-mail cut to 17 characters and an ellipsis, and the shortened wallet', async () => {
  const walletAddress = '0x52908400098527886E0F7030069857D2E4169EE7'
  const email = 'ada.lovelace.long@example.org'
  const { page, open } = await setup(
    { firstName: 'Ada', lastName: 'Lovelace' },
    { email, walletAddress },
  )
  await open()
  await account(page).click()
  const menu = page.getByRole('menu')
  expect((await account(page).allTextContents())[0]).toMatch(/^AD/)
  for (const text of ['Ada Lovelace', 'ada.lovelace.long...', '0x5290...9EE7'])
    await menu.getByText(text, { exact: true }).waitFor()
})

test.each([
  [{ firstName: null, lastName: 'Lovelace' }, 'Lovelace'],
  [{ firstName: null, lastName: null, email: 'ada@example.org' }, 'ada@example.org'],
  [{ firstName: null, lastName: null, email: null }, 'User'],
])('a user with %j is called %s', async (overrides, name) => {
  const { page, open } = await setup({}, overrides)
  await open()
  await page
    .getByRole('banner')
    .getByRole('button', { name: `Account menu for ${name}` })
    .waitFor()
})

test('the picture comes from profileImageUrl', async () => {
  const profileImageUrl = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
  const { page, open } = await setup({ firstName: 'Ada' }, { profileImageUrl })
  await open()
  await account(page).locator(`img[src="${profileImageUrl}"]`).waitFor()
})

test('Profile links to the dashboard, Settings to the user profile, and Sign Out signs out', async () => {
  const { page, person, open } = await setup({ firstName: 'Ada' })
  await open()
  await account(page).click()
  const items = page.getByRole('menuitem')
  expect(await items.allTextContents()).toEqual(['Profile', 'Settings', 'Sign Out'])
  await items.getByText('Profile').click()
  await page.waitForURL('**/profile')
  await account(page).click()
  await items.getByText('Settings').click()
  await page.waitForURL('**/user-profile')
  await account(page).click()
  const requested = page.waitForRequest('**/api/auth/logout')
  await items.getByText('Sign Out').click()
  expect((await requested).headers()['authorization']).toBe(`Bearer ${person.token}`)
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor()
  expect(await storedSession(page)).toEqual({ token: null, user: null })
})
