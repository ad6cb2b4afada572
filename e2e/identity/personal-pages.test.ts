/** Personal pages and the auth dialog: browser history, the end of a session, and signing in. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { callAs, openAs } from '../support/account.ts'
import { dialogOf, openDialog, registerAccount, signIn } from '../support/sign-in.ts'
import { createVisitors } from '../support/visitors.ts'

const visit = createVisitors(() => testSystem().origin)

const PERSONAL_PAGES: [path: string, title: string, loadedText: string][] = [
  ['/dashboard', 'Dashboard', 'No certificates yet'],
  ['/user-profile', 'User profile', 'Change password'],
]

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('going back closes the open dialog', async () => {
  const { page } = await visit()
  await page.goto('/verify')
  await page.getByRole('banner').getByRole('link', { name: 'LitePaper' }).click()
  await heading(page, 'Litepaper').waitFor()
  const { panel } = await openDialog(page)
  await page.goBack()
  await page.waitForURL('**/verify')
  await panel.waitFor({ state: 'detached' })
})

test.each(PERSONAL_PAGES)(
  'the sign-in dialog of %s closes when the visitor leaves the page, and opens again on return',
  async (path) => {
    const { page } = await visit()
    const { panel } = dialogOf(page)
    await page.goto(path)
    await panel.waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('banner').getByRole('link', { name: 'LitePaper' }).click()
    await heading(page, 'Litepaper').waitFor()
    await page.goBack()
    await page.waitForURL(`**${path}`)
    await panel.waitFor()
    await page.goForward()
    await heading(page, 'Litepaper').waitFor()
    await panel.waitFor({ state: 'detached' })
  },
)

test.each(PERSONAL_PAGES)(
  'the end of a session on %s is announced, and the dialog opens',
  async (path, title, loadedText) => {
    const person = await registerAccount(testSystem().origin)
    const { page } = await visit()
    await openAs(page, person, path)
    await page.getByRole('button', { name: /^Account menu for/ }).waitFor()
    await page.getByText(loadedText, { exact: true }).first().waitFor()
    await callAs(testSystem().origin, person, ['POST', '/logout'])
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await page.getByText('You were signed out', { exact: true }).waitFor()
    await dialogOf(page).title('Sign In').waitFor()
    await signIn(page, person)
    await page.getByRole('button', { name: /^Account menu for/ }).waitFor()
    expect(await heading(page, title).isVisible()).toBe(true)
  },
)

test.each(PERSONAL_PAGES)('after sign-in on %s, the heading has focus', async (path, title) => {
  const person = await registerAccount(testSystem().origin)
  const { page } = await visit()
  await page.goto(path)
  await dialogOf(page).panel.waitFor()
  await signIn(page, person)
  await page.getByRole('button', { name: /^Account menu for/ }).waitFor()
  await page.waitForFunction((text) => document.activeElement?.textContent === text, title)
})

test('unsaved input in the settings is restored when the same user signs in again after the session ended', async () => {
  const person = await registerAccount(testSystem().origin)
  const { page } = await visit()
  await openAs(page, person, '/user-profile')
  const field = page.getByRole('main').getByLabel('First Name')
  await field.fill('Augusta')
  await callAs(testSystem().origin, person, ['POST', '/logout'])
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await dialogOf(page).title('Sign In').waitFor()
  await signIn(page, person)
  await field.waitFor()
  expect(await field.inputValue()).toBe('Augusta')
})
