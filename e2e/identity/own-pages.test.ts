/**
 * Personal pages and the auth dialog: how Back, the end of a session and signing in affect both.
 */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, jest, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { callAs, openAs } from '../support/account.ts'
import { dialogOf, openDialog, registered, signIn } from '../support/sign-in.ts'
import { visitorsOf } from '../support/visitors.ts'

jest.setTimeout(90_000)

const visit = visitorsOf(() => testSystem().origin)

const OWN: [path: string, title: string, settled: string][] = [
  ['/dashboard', 'Your certificates', 'No certificates yet'],
  ['/user-profile', 'User profile', 'Change password'],
]

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('Back with the dialog open never leaves it over another page', async () => {
  const { page } = await visit()
  await page.goto('/verify')
  await page.getByRole('banner').getByRole('link', { name: 'LitePaper' }).click()
  await heading(page, 'Litepaper').waitFor()
  const { panel } = await openDialog(page)
  await page.goBack()
  await page.waitForURL('**/verify')
  await panel.waitFor({ state: 'detached' })
})

test.each(OWN)(
  '%s, which asked to sign in, closes its dialog when left, and asks again on return',
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

test.each(OWN)(
  'the end of a session on %s is announced, and the dialog opens',
  async (path, title, settled) => {
    const person = await registered(testSystem().origin)
    const { page } = await visit()
    await openAs(page, person, path)
    await page.getByRole('button', { name: /^Account of/ }).waitFor()
    await page.getByText(settled, { exact: true }).first().waitFor()
    await callAs(testSystem().origin, person, ['POST', '/logout'])
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await page.getByText('You were signed out', { exact: true }).waitFor()
    await dialogOf(page).title('Sign In').waitFor()
    await signIn(page, person)
    await page.getByRole('button', { name: /^Account of/ }).waitFor()
    expect(await heading(page, title).isVisible()).toBe(true)
  },
)

test.each(OWN)(
  'after signing in on %s, which asked for it, the heading has the focus',
  async (path, title) => {
    const person = await registered(testSystem().origin)
    const { page } = await visit()
    await page.goto(path)
    await dialogOf(page).panel.waitFor()
    await signIn(page, person)
    await page.getByRole('button', { name: /^Account of/ }).waitFor()
    await page.waitForFunction((text) => document.activeElement?.textContent === text, title)
  },
)

test('input typed in the settings when the session ended is restored for the same user', async () => {
  const person = await registered(testSystem().origin)
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
