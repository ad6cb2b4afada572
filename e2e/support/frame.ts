/**
 * The common parts of every page: the header with its links, a heading, and the message shown if a page
 * fails.
 */
import type { Page } from 'playwright-core'

/** Heading of the Verify page, which belongs to the documents slice. */
export const VERIFY = /Is this the certified file/

/** Upper limit for content to appear on a busy machine. */
const SHOWN_TIMEOUT_MS = 15_000

/** Creates helpers for one visitor's page. */
export function frameOf(page: Page) {
  const header = page.getByRole('banner')
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  const failure = heading('This page is unavailable right now')
  return {
    header,
    heading,
    failure,
    signIn: header.getByRole('button', { name: 'Sign In' }),
    waitForHeading: (name: string | RegExp) => heading(name).waitFor({ timeout: SHOWN_TIMEOUT_MS }),
    waitForFailure: () => failure.waitFor({ timeout: SHOWN_TIMEOUT_MS }),
    /** Follows the header's link and waits for the heading of the new page. */
    goTo: async (label: string, name: string | RegExp) => {
      await header.getByRole('link', { name: label }).click()
      await heading(name).waitFor({ timeout: SHOWN_TIMEOUT_MS })
    },
    tryAgain: () => page.getByRole('main').getByRole('button', { name: 'Try again' }).click(),
  }
}

/** Navigates without a page load, as a link does. */
export async function navigateTo(page: Page, path: string, heading: string | RegExp) {
  await page.waitForFunction(() => document.querySelector('main h1') !== null)
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await frameOf(page).waitForHeading(heading)
}

/**
 * Marks the current page load. The returned function resolves to false once the page has been
 * reloaded.
 */
export async function markLoaded(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  return () => page.evaluate(() => 'isSamePage' in globalThis)
}
