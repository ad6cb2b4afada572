/** The slots of the shell that the auth slice fills: the user menu and the dialog. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import { axeFindings } from '../support/axe.ts'
import { frameOf, VERIFY } from '../support/frame.ts'
import { breakFiles } from '../support/slice-faults.ts'
import { register } from '../support/steps.ts'
import { createVisitors } from '../support/visitors.ts'

const AUTH = /\/slices\/mfe-auth\//

const visit = createVisitors(() => testSystem().origin)

test('without the auth slice, the header shows a message and every other part works', async () => {
  const { page } = await visit()
  const { header, goTo, waitForHeading, signIn } = frameOf(page)
  const restore = await breakFiles(page, AUTH, 'missing')
  await page.goto('/verify')
  await waitForHeading(VERIFY)
  await header.getByText('Sign-in is unavailable').waitFor()
  await goTo('LitePaper', 'Litepaper')
  await goTo('Home', /Proof that/)
  expect(await signIn.count()).toBe(0)
  await restore()
  await header.getByRole('button', { name: 'Try again' }).click()
  await signIn.waitFor()
})

test('without the auth dialog, signing in shows a message over the page and can be retried', async () => {
  const { page } = await visit()
  const { heading, signIn } = frameOf(page)
  await page.goto('/verify')
  await signIn.waitFor()
  const restore = await breakFiles(page, AUTH, 'missing')
  await signIn.click()
  await page.getByText('Sign-in is unavailable right now').waitFor()
  expect(await heading(VERIFY).isVisible()).toBe(true)
  await restore()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('dialog').waitFor()
})

test('until the user menu is loaded, its first screen is shown and takes no input', async () => {
  const { page } = await visit()
  const { header, signIn } = frameOf(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    (url) => AUTH.test(url.pathname),
    async (route) => {
      await released
      await route.continue()
    },
  )
  await page.goto('/nothing-here', { waitUntil: 'commit' })
  await page.getByRole('contentinfo').waitFor()
  const first = header.locator('[data-first=menu] button')
  expect(await first.textContent()).toBe('Sign In')
  expect(await first.evaluate((button) => (button as HTMLElement).inert)).toBe(true)
  release()
  await first.waitFor({ state: 'detached' })
  expect(await signIn.evaluate((button) => (button as HTMLElement).inert)).toBe(false)
})

test('axe finds nothing in the open account menu', async () => {
  const { page } = await visit()
  const { header, signIn } = frameOf(page)
  await page.goto('/verify')
  await signIn.click()
  await page.getByRole('dialog').waitFor()
  await register(page)
  await header.getByRole('button', { name: /^Account menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
})
