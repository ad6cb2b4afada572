/** Signing up to certify a first file, and opening a mailed link of another session. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { openAs } from '../support/account.ts'
import { PHONE_WIDTH } from '../support/browser.ts'
import { dialogOf, openDialog, registerAccount } from '../support/sign-in.ts'
import { newPerson } from '../support/steps.ts'
import { createVisitors } from '../support/visitors.ts'

const FILE = { name: 'contract.txt', mimeType: 'text/plain', buffer: Buffer.from('Contract') }
const REGISTER_TITLE = 'Create an account to certify contract.txt'

const visit = createVisitors(() => testSystem().origin)

test('a newcomer who certifies creates an account for that file, and the certificate names them', async () => {
  const { page } = await visit({ reducedMotion: false })
  const titles = await recordTitles(page)
  await page.goto('/certify')
  await page.locator('input[type=file]').first().setInputFiles(FILE)
  await page.getByText('Fingerprinted', { exact: true }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Certify', exact: true }).click()
  const { title, field, button, panel } = dialogOf(page)
  await title(REGISTER_TITLE).waitFor()
  const { email, password } = newPerson()
  await field('First Name').fill('Ada')
  await field('Last Name').fill('Byron')
  await field('Email').fill(email)
  await field('Password').fill(password)
  await field('Confirm Password').fill(password)
  await button('Create Account').click()
  await panel.waitFor({ state: 'detached' })
  await page
    .getByText(/“Ada Byron”/)
    .first()
    .waitFor()
  // No other form appeared, not even while the dialog faded out.
  expect(await titles()).toEqual([REGISTER_TITLE])
})

test('someone who has signed in with this browser before is asked to sign in for that file', async () => {
  const { page } = await visit()
  await page.goto('/certify')
  await page.evaluate(() => localStorage.setItem('inkproof_returning', 'yes'))
  await page.locator('input[type=file]').first().setInputFiles(FILE)
  await page.getByText('Fingerprinted', { exact: true }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Certify', exact: true }).click()
  await dialogOf(page).title('Sign in to certify contract.txt').waitFor()
  expect(await page.getByText(/Welcome back/).count()).toBe(0)
})

test('on a phone, switching to sign-up shows the form from its top', async () => {
  const { page } = await visit({ width: PHONE_WIDTH })
  await page.setViewportSize({ width: PHONE_WIDTH, height: 480 })
  await page.goto('/nothing-here')
  const { button, title, panel } = await openDialog(page)
  await button('Sign up').click()
  await title('Create Account').waitFor()
  await panel.getByRole('textbox', { name: 'First Name' }).waitFor()
  const top = await title('Create Account').evaluate(
    (heading) => heading.getBoundingClientRect().top,
  )
  expect(top).toBeGreaterThanOrEqual(0)
})

test('a mailed link of another session leaves the settings usable, and can be dismissed', async () => {
  const person = await registerAccount(testSystem().origin)
  const { page } = await visit()
  const card = page.getByRole('region', { name: 'Link from your e-mail' })
  const settings = page.getByRole('navigation', { name: 'Settings' })
  await openAs(page, person, `/user-profile#confirm-email=${'A'.repeat(43)}`)
  await card.getByRole('button', { name: 'Dismiss' }).waitFor()
  await settings.waitFor()
  await page.getByRole('button', { name: /^Account menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await card.waitFor({ state: 'detached' })
  await settings.waitFor()
  await page.goto('/verify')
  await page.goto(`/user-profile#confirm-email=${'A'.repeat(43)}`)
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await card.waitFor({ state: 'detached' })
  await settings.waitFor()
})

/** Records the titles of dialogs, however briefly they are shown. */
async function recordTitles(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    const record = () => {
      for (const heading of document.querySelectorAll('[role=dialog] h2'))
        seen.add(heading.textContent)
    }
    new MutationObserver(record).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    })
    Object.assign(globalThis, { titlesSeen: seen })
  })
  return () =>
    page.evaluate(() => [...((globalThis as { titlesSeen?: Set<string> }).titlesSeen ?? [])])
}
