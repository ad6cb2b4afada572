/**
 * The parts that the shell renders around every page (theme, header, menu, focus), and the two pages
 * of the shell.
 */
import { SERVICES } from '@inkproof/launcher/system/services'
import { testSystem } from '@inkproof/launcher/testing/control'
import { describe, expect, test } from '@jest/globals'
import { PHONE_WIDTH } from '../support/browser.ts'
import { frameOf, VERIFY } from '../support/frame.ts'
import { releasedSlices } from '../support/released-slices.ts'
import { breakFiles } from '../support/slice-faults.ts'
import { createVisitors } from '../support/visitors.ts'

/** The minimum number of services and slices; a run that finds fewer reads the wrong lists. */
const MIN_COMPONENTS = 6

const visit = createVisitors(() => testSystem().origin)

describe('the theme', () => {
  test.each(['light', 'dark'] as const)(
    '%s is applied before anything is painted',
    async (theme) => {
      const { page } = await visit({ theme })
      // Nothing can be painted before the body exists.
      await page.addInitScript(() => {
        const record = () => {
          if (document.body === null || 'firstClass' in globalThis) return
          Object.assign(globalThis, { firstClass: document.documentElement.className })
        }
        new MutationObserver(record).observe(document, { childList: true, subtree: true })
      })
      await page.goto('/nothing-here', { waitUntil: 'commit' })
      await page.waitForFunction(() => 'firstClass' in globalThis)
      expect(await page.evaluate('firstClass')).toBe(theme)
    },
  )

  test('is dark when nothing valid is stored', async () => {
    const { page } = await visit()
    await page.addInitScript(() => localStorage.setItem('theme', 'purple'))
    await page.goto('/nothing-here')
    expect(await page.locator('html').getAttribute('class')).toBe('dark')
  })

  test('the toggle changes it and the choice is stored', async () => {
    const { page } = await visit({ theme: 'dark' })
    await page.goto('/nothing-here')
    await page.getByRole('button', { name: 'Switch to light theme' }).click()
    expect(await page.locator('html').getAttribute('class')).toBe('light')
    await page.reload()
    await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
    expect(await page.locator('html').getAttribute('class')).toBe('light')
  })
})

test('the header marks exactly the current page, and the window title names it', async () => {
  const { page } = await visit()
  const { header, goTo } = frameOf(page)
  const marked = () => header.locator('nav [aria-current="page"]').allTextContents()
  await page.goto('/certify')
  await header.getByRole('link', { name: 'Certify' }).waitFor()
  expect(await marked()).toEqual(['Certify'])
  await page.waitForFunction(() => document.title === 'Certify · Inkproof')
  await goTo('Verify', VERIFY)
  expect(await marked()).toEqual(['Verify'])
  await page.waitForFunction(() => document.title === 'Verify · Inkproof')
})

test('a newly loaded page starts at the top, however far the last one was scrolled', async () => {
  const { page } = await visit()
  const scrolled = () => page.evaluate(() => scrollY)
  await page.goto('/privacy')
  await frameOf(page).waitForHeading('Privacy')
  await page.evaluate(() => scrollTo(0, 120))
  await page.goto('/nothing-here')
  await frameOf(page).waitForHeading('Page not found')
  expect(await scrolled()).toBe(0)
  await page.goto('/privacy')
  await page.waitForFunction(() => scrollY === 120)
})

test('the footer of every page links to the content pages', async () => {
  const { page } = await visit()
  await page.goto('/nothing-here')
  const links = page.getByRole('contentinfo').getByRole('link')
  expect(await links.allTextContents()).toEqual([
    'Features',
    'Docs',
    'FAQ',
    'Blog',
    'About',
    'Security',
    'Privacy',
    'Terms',
    'Status',
  ])
  await links.filter({ hasText: 'Privacy' }).click()
  await frameOf(page).waitForHeading('Privacy')
})

test("navigation moves focus to the new page's heading", async () => {
  const { page } = await visit()
  const { waitForHeading, goTo } = frameOf(page)
  await page.goto('/')
  await waitForHeading(/Proof that/)
  await goTo('Verify', VERIFY)
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(VERIFY)
})

test('the mobile menu opens, navigates, and closes with Escape', async () => {
  const { page } = await visit({ width: PHONE_WIDTH })
  const open = page.getByRole('button', { name: 'Open menu' })
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await page.goto('/verify')
  await open.click()
  await links.getByText('Certify').waitFor()
  await page.keyboard.press('Escape')
  await open.waitFor()
  expect(await links.count()).toBe(0)
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true)
  await open.click()
  await links.getByText('Certify').click()
  await page.waitForURL('**/certify')
  await open.waitFor()
  expect(await links.count()).toBe(0)
})

test('the status page lists every service and slice, and why one is not ready', async () => {
  const { page } = await visit()
  // A service and a slice may share a name.
  const website = ['shell', ...releasedSlices().map(({ id }) => id)]
  const components = [...SERVICES, ...website.map((name) => ({ name }))]
  const expected = components.map(({ name }) => name).sort()
  expect(expected.length).toBeGreaterThanOrEqual(MIN_COMPONENTS)
  await page.route('**/api/health/documents', (route) =>
    route.fulfill({ status: 503, json: { service: 'documents', ready: false, dependencies: [] } }),
  )
  const restore = await breakFiles(page, /\/slices\/mfe-content\//, 'missing')
  await page.goto('/auth-status')
  await frameOf(page).waitForHeading(`2 of ${expected.length} components need attention`)
  const names = await page.getByRole('heading', { level: 3 }).allTextContents()
  expect(names.sort()).toEqual(expected)
  await page.getByText('Not ready. Details are in its log.').waitFor()
  await page.getByText(/mfe-content.* returned status 404/).waitFor()
  await restore()
  await page.getByRole('button', { name: 'Check again' }).click()
  await frameOf(page).waitForHeading(`1 of ${expected.length} components need attention`)
  expect(await page.getByText(/mfe-content.* returned status 404/).count()).toBe(0)
})

test('the health of services that visitors can read contains no details', async () => {
  const { page } = await visit()
  await page.goto('/auth-status')
  await frameOf(page).waitForHeading('All systems operational')
  for (const { name } of SERVICES) {
    const health = await page.request.get(`/api/health/${name}`)
    expect(await health.json()).toMatchObject({ ready: true, dependencies: [] })
  }
})

test('an unknown address shows the not-found page', async () => {
  const { page } = await visit()
  await page.goto('/nothing/at/all')
  await frameOf(page).waitForHeading('Page not found')
  expect(await page.title()).toBe('Page not found · Inkproof')
})
