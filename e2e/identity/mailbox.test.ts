/** The embedded mailbox, which only the user who started the installation can open. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { openAs } from '../support/account.ts'
import { registerAccount } from '../support/sign-in.ts'
import { createVisitors } from '../support/visitors.ts'

const visit = createVisitors(() => testSystem().origin)

/** Opens the mailbox as the product does, in a new tab. */
async function followLink(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await page
    .getByRole('link', { name: /test mailbox/ })
    .first()
    .click()
  return await opened
}

test('opens with the link of npm start, and after that with the links of the application', async () => {
  const { 'mailbox-link': link = '', mailbox: inbox = '' } = testSystem().urls
  const person = await registerAccount(testSystem().origin)
  const { page } = await visit()
  await openAs(page, person, '/user-profile')
  const tab = await followLink(page)
  await tab.getByRole('heading', { name: 'Open the mailbox with its link' }).waitFor()

  await tab.goto(link)
  await tab.waitForURL(`${inbox}/#/`)
  await tab.getByRole('link', { name: person.email }).waitFor()
  // New e-mails appear without a reload, through the web socket.
  const other = await registerAccount(testSystem().origin)
  await tab.getByRole('link', { name: other.email }).waitFor()

  await (await followLink(page)).waitForURL(`${inbox}/#/`)
})

test('does not open with another key', async () => {
  const { page } = await visit()
  const refused = page.waitForResponse(/\/healthz$/)
  await page.goto(`${testSystem().urls['mailbox-page']}/#${'a'.repeat(32)}`)
  expect((await refused).status()).toBe(403)
  await page.getByRole('heading', { name: 'Open the mailbox with its link' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('inkproof-mailbox-key'))).toBeNull()
})
