/**
 * Isolation of slices: whatever happens to the files of one slice, the shell and the other slices keep
 * working, the user sees an inline message, and "Try again" restores the slice without
 * a reload.
 */
import { testSystem } from '@inkproof/launcher/testing/control'
import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { frameOf, markLoaded, VERIFY } from '../support/frame.ts'
import { breakFiles, IMMEDIATE_FAULTS } from '../support/slice-faults.ts'
import { createVisitors } from '../support/visitors.ts'

const ENTRY = /\/slices\/mfe-documents\/.*\/entry\./
const FIRST_FILE = /\/slices\/mfe-documents\/.*\/slice\./
const OTHER_FILES = /\/slices\/mfe-documents\/(?!.*\/(entry|slice)\.)/
const LOAD_TIMEOUT_MS = 8000
const LITEPAPER = 'Litepaper'

const visit = createVisitors(() => testSystem().origin)

describe.each([
  ['the entry', ENTRY],
  ['the first file', FIRST_FILE],
])('when %s of a slice is', (_, files) => {
  test.each(IMMEDIATE_FAULTS)(
    '%s: shows an inline message, keeps the rest working, and recovers',
    async (fault) => {
      const { page } = await visit()
      const { waitForHeading, waitForFailure, tryAgain } = frameOf(page)
      const restore = await breakFiles(page, files, fault)
      await page.goto('/verify')
      await waitForFailure()
      const isSamePage = await markLoaded(page)
      await expectOthersToWork(page)
      await page.goBack({ waitUntil: 'commit' })
      await waitForFailure()
      await restore()
      await tryAgain()
      await waitForHeading(VERIFY)
      expect(await isSamePage()).toBe(true)
      // Only the replaced file could have set this, and its integrity hash prevents it from running.
      expect(await page.evaluate(() => 'wasReplaced' in globalThis)).toBe(false)
    },
  )
})

test('when a file of a slice hangs, the rest keeps working, and loading times out after 8 s', async () => {
  // Both cases take as long as the timeout, so they run concurrently.
  await Promise.all(
    [ENTRY, FIRST_FILE].map(async (files) => {
      const { page } = await visit()
      const { heading, waitForHeading, failure, tryAgain } = frameOf(page)
      const restore = await breakFiles(page, files, 'hanging')
      const hangs = page.waitForRequest((request) => files.test(new URL(request.url()).pathname))
      // A hanging script delays the load event, as in any browser.
      await page.goto('/verify', { waitUntil: 'commit' })
      await hangs
      const hungAtMs = Date.now()
      const isSamePage = await markLoaded(page)
      await expectOthersToWork(page)
      await page.goBack({ waitUntil: 'commit' })
      await failure.waitFor({ timeout: 2 * LOAD_TIMEOUT_MS })
      expect(Date.now() - hungAtMs).toBeGreaterThan(LOAD_TIMEOUT_MS - 1000)
      expect(Date.now() - hungAtMs).toBeLessThan(LOAD_TIMEOUT_MS + 4000)
      await page.getByText('It did not respond in time.').waitFor()
      expect(await heading(VERIFY).count()).toBe(0)
      await restore()
      await tryAgain()
      await waitForHeading(VERIFY)
      expect(await isSamePage()).toBe(true)
    }),
  )
})

async function expectOthersToWork(page: Page) {
  const { signIn, failure, goTo } = frameOf(page)
  // The frame's first screen has no footer.
  await page.getByRole('contentinfo').waitFor()
  await signIn.waitFor()
  await goTo('LitePaper', LITEPAPER)
  expect(new URL(page.url()).pathname).toBe('/litepaper')
  expect(await failure.count()).toBe(0)
}

test('a connection that drops once is retried silently', async () => {
  const { page } = await visit()
  const { goTo, signIn } = frameOf(page)
  // Navigates from a page of another slice, so that no preload has requested the entry script
  // before.
  await page.goto('/litepaper')
  await signIn.waitFor()
  let requestCount = 0
  await page.route(
    (url) => ENTRY.test(url.pathname),
    (route) => (requestCount++ === 0 ? route.abort('connectionreset') : route.continue()),
  )
  const alerts = await watchAlerts(page)
  await goTo('Verify', VERIFY)
  expect(requestCount).toBe(2)
  expect(await alerts()).toEqual([])
})

test('a replaced file is not run, even without a preload', async () => {
  const { page } = await visit()
  const { header, waitForFailure, signIn } = frameOf(page)
  await page.goto('/litepaper')
  await signIn.waitFor()
  await breakFiles(page, ENTRY, 'replaced')
  await header.getByRole('link', { name: 'Verify' }).click()
  await waitForFailure()
  expect(await page.evaluate(() => 'wasReplaced' in globalThis)).toBe(false)
})

/** Records the text of every alert that appears on the page from now on. */
async function watchAlerts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>()
    const record = () => {
      for (const alert of document.querySelectorAll('[role="alert"]'))
        if (alert.textContent) seen.add(alert.textContent)
    }
    new MutationObserver(record).observe(document, { childList: true, subtree: true })
    Object.assign(globalThis, { alertsSeen: seen })
  })
  return () =>
    page.evaluate(() => [...((globalThis as { alertsSeen?: Set<string> }).alertsSeen ?? [])])
}

test('when the file of one page is missing, the other pages of the slice keep working', async () => {
  const { page } = await visit()
  const { header, waitForHeading, waitForFailure, goTo, tryAgain } = frameOf(page)
  await page.goto('/')
  await waitForHeading(/Proof that/)
  const restore = await breakFiles(page, OTHER_FILES, 'missing')
  await header.getByRole('link', { name: 'Verify' }).click()
  await waitForFailure()
  await goTo('Home', /Proof that/)
  await header.getByRole('link', { name: 'Verify' }).click()
  await waitForFailure()
  await restore()
  await tryAgain()
  await waitForHeading(VERIFY)
})

test('a slice whose first evaluation threw is not used, and its first error is shown and reported', async () => {
  const { page, browserErrors } = await visit()
  const { waitForFailure, goTo, tryAgain } = frameOf(page)
  await page.addInitScript(() => {
    // A slice adopts its styles when it is evaluated. A second evaluation would succeed.
    const sheets = CSSStyleSheet.prototype
    const { replaceSync } = sheets
    sheets.replaceSync = function (css) {
      if (!/data-slice="?documents/.test(css)) return replaceSync.call(this, css)
      sheets.replaceSync = replaceSync
      throw new Error('broken on purpose')
    }
  })
  await page.goto('/verify')
  await waitForFailure()
  expect(browserErrors).toContain('page error: broken on purpose')
  await page.getByText('What went wrong').click()
  const details = page.getByText('Error: broken on purpose')
  await details.waitFor()
  await tryAgain()
  await details.waitFor()
  await goTo('LitePaper', LITEPAPER)
  await page.goBack()
  await waitForFailure()
})

test('a page that throws while rendering is replaced by a message, and recovers', async () => {
  const { page } = await visit()
  const { waitForFailure, goTo, header, waitForHeading, tryAgain } = frameOf(page)
  await page.addInitScript(() => {
    const sine = Math.sin
    Math.sin = () => {
      throw new Error('broken on purpose')
    }
    Object.assign(globalThis, { repairMath: () => Object.assign(Math, { sin: sine }) })
  })
  await page.goto('/verify')
  await waitForFailure()
  await page.getByText('What went wrong').click()
  await page.getByText(/broken on purpose/).waitFor()
  await goTo('LitePaper', LITEPAPER)
  await header.getByRole('link', { name: 'Verify' }).click()
  await waitForFailure()
  await page.evaluate('repairMath()')
  await tryAgain()
  await waitForHeading(VERIFY)
})
