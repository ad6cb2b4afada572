/** Sessions in the settings, through the gateway, in real browsers. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { openAs } from '../support/account.ts'
import { axeFindings } from '../support/axe.ts'
import { contentWidth, DESKTOP_WIDTH, PHONE_WIDTH } from '../support/browser.ts'
import { registerAccount, signIn } from '../support/sign-in.ts'
import { createVisitors } from '../support/visitors.ts'

const visit = createVisitors(() => testSystem().origin)

const listOf = (page: Page) => page.getByRole('list', { name: 'Sessions' })

/** Creates a user who is signed in on `page`, and signs the user in through the form in a second browser. */
async function setup(options = {}) {
  const ann = await registerAccount(testSystem().origin)
  const { page, browserErrors } = await visit(options)
  await openAs(page, ann, '/user-profile#sessions')
  const other = await visit()
  await other.page.goto('/user-profile')
  await signIn(other.page, ann)
  await listOf(other.page).waitFor()
  await page.reload()
  await listOf(page).waitFor()
  return { ann, page, browserErrors, other: other.page }
}

test('a session revoked in the settings ends in the other browser immediately', async () => {
  const { page, other } = await setup()
  expect(await listOf(page).getByRole('listitem').count()).toBe(2)
  expect(await listOf(page).getByText('This session').count()).toBe(1)
  await listOf(page)
    .getByText(/Local network/)
    .first()
    .waitFor()
  await listOf(page)
    .getByRole('button', { name: /^Sign out/ })
    .click()
  await page.getByText('Session ended', { exact: true }).waitFor()
  expect(await listOf(page).getByRole('listitem').count()).toBe(1)
  await other.reload()
  await other.getByText('Sign in to see your settings').waitFor()
})

test('by keyboard alone, all other sessions are revoked, and this one remains', async () => {
  const { page, other } = await setup()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  // The focus starts on Cancel; next is the confirm button.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Signed out everywhere else', { exact: true }).waitFor()
  expect(await listOf(page).getByRole('listitem').count()).toBe(1)
  await other.reload()
  await other.getByText('Sign in to see your settings').waitFor()
  await page.reload()
  await listOf(page).waitFor()
})

test.each([
  { theme: 'dark', width: DESKTOP_WIDTH },
  { theme: 'light', width: PHONE_WIDTH },
] as const)(
  'axe finds nothing in the list in the $theme theme, $width px wide',
  async (options) => {
    const { page, browserErrors } = await setup(options)
    expect(await axeFindings(page)).toEqual([])
    expect(await contentWidth(page)).toBeLessThanOrEqual(options.width)
    expect(browserErrors).toEqual([])
  },
)
