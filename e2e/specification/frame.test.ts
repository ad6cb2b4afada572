/** Specification, section 2: the frame around every page, and the error screens. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { PHONE_WIDTH } from '../support/browser.ts'
import { frameOf, VERIFY } from '../support/frame.ts'
import { createVisitors } from '../support/visitors.ts'

const LINKS = [
  ['Home', '/'],
  ['Certify', '/certify'],
  ['Verify', '/verify'],
  ['Sign Documents', '/document-signing'],
  ['Templates', '/templates'],
  ['Collaborate', '/collaborate/new'],
  ['AI', '/ai-features'],
  ['API', '/api'],
  ['LitePaper', '/litepaper'],
]

const visit = createVisitors(() => testSystem().origin)

test('a page is loaded on demand, showing Loading meanwhile', async () => {
  const { page } = await visit()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let requestCount = 0
  await page.route('**/slices/mfe-documents/**', async (route) => {
    requestCount += 1
    await released
    await route.continue()
  })
  await page.goto('/nothing-here')
  await frameOf(page).waitForHeading('Page not found')
  expect(requestCount).toBe(0)
  await frameOf(page).header.getByRole('link', { name: 'Verify' }).click()
  const loading = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })
  await loading.waitFor()
  expect(requestCount).toBeGreaterThan(0)
  release()
  await frameOf(page).waitForHeading(VERIFY)
  expect(await loading.count()).toBe(0)
})

test('the bar has logo and name, its links in order, and stays on top', async () => {
  const { page } = await visit()
  const { header, waitForHeading } = frameOf(page)
  await page.goto('/privacy')
  await waitForHeading('Privacy')
  const home = header.getByRole('link', { name: 'Inkproof' })
  expect(await home.getAttribute('href')).toBe('/')
  expect(await home.locator('svg').count()).toBe(1)
  const links = header.getByRole('navigation').getByRole('link')
  const entries = await links.evaluateAll((all) =>
    all.map((link) => [link.textContent, link.getAttribute('href')]),
  )
  expect(entries).toEqual(LINKS)
  await page.mouse.wheel(0, 400)
  await page.waitForFunction(() => scrollY > 100)
  expect((await header.boundingBox())?.y).toBe(0)
  expect(await header.evaluate((bar) => getComputedStyle(bar).position)).toBe('sticky')
})

test('the theme toggle is in the bar at every width, the menu toggle only when the links do not fit', async () => {
  const wide = frameOf(await openPage('/nothing-here')).header
  await wide.getByRole('button', { name: /^Switch to .* theme$/ }).waitFor()
  expect(await wide.getByRole('button', { name: 'Open menu' }).isVisible()).toBe(false)
  const narrow = frameOf(await openPage('/nothing-here', PHONE_WIDTH)).header
  await narrow.getByRole('button', { name: /^Switch to .* theme$/ }).waitFor()
  expect(await narrow.getByRole('button', { name: 'Open menu' }).isVisible()).toBe(true)
})

test('a shell that breaks while rendering shows the error screen, which reloads or links to the status', async () => {
  const { page } = await visit()
  // An invalid link, so that rendering the bar fails.
  await changeHtml(page, (html) => html.replace(/"nav":\[\{[^\]]*\]/, '"nav":[null]'))
  await page.goto('/verify')
  await frameOf(page).waitForHeading('Something went wrong')
  await page.getByText('It may come from the authentication configuration').waitFor()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Refresh Application' }).click()
  await reloaded
  await page.getByRole('button', { name: 'Check Status' }).click()
  await page.waitForURL('**/auth-status')
})

test('an application that cannot start says that it failed to initialize', async () => {
  const { page } = await visit()
  await changeHtml(page, (html) => html.replace(/(id="shell-integrity">)/, '$1broken'))
  await page.goto('/verify')
  await frameOf(page).waitForHeading('Something went wrong')
  await page.getByText('Failed to initialize application.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Refresh Application' }).waitFor()
})

test('a signed-out visitor is asked to sign in on the dashboard and in the settings, and sees no personal data', async () => {
  for (const path of ['/dashboard', '/profile', '/user-profile']) {
    const page = await openPage(path)
    await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).waitFor()
  }
})

async function openPage(path: string, width?: number): Promise<Page> {
  const { page } = await visit(width ? { width } : {})
  await page.goto(path)
  return page
}

async function changeHtml(page: Page, change: (html: string) => string): Promise<void> {
  await page.route('**/verify', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })
}

test('an icon button shows its name in a tooltip after 700 ms, by pointer, and at once by keyboard', async () => {
  const { page } = await visit()
  await page.goto('/nothing-here')
  await frameOf(page).waitForHeading('Page not found')
  const button = frameOf(page).header.getByRole('button', {
    name: /^Switch to (light|dark) theme$/,
  })
  const tooltip = page.getByRole('tooltip')
  const name = await button.getAttribute('aria-label')
  const hoveredAt = Date.now()
  await button.hover()
  await tooltip.waitFor({ state: 'attached' })
  expect(Date.now() - hoveredAt).toBeGreaterThanOrEqual(700)
  expect([await tooltip.textContent(), await button.getAttribute('title')]).toEqual([name, null])
  const shown = page.locator('[data-radix-popper-content-wrapper] > *')
  const color = (property: string) =>
    shown.evaluate((element, of) => getComputedStyle(element).getPropertyValue(of), property)
  expect(await color('background-color')).not.toMatch(/transparent|, 0\)$/)
  expect(await color('color')).not.toBe(await color('background-color'))
  await button.click()
  await tooltip.waitFor({ state: 'detached' })
  await page.mouse.move(0, 400)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await tooltip.waitFor({ state: 'attached' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
})
