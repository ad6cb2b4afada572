/** What every page has: the header with its links, a heading, and in its place the word that a part failed. */
import type { Page } from 'playwright-core'

/** The Verify page's heading; a page of the documents slice. */
export const VERIFY = /Is this the very file/

/** How long anything that does not hang may take to show on a busy machine. */
const SHOWN_WITHIN_MS = 15_000

/** Looks at one visitor's page. */
export function frameOf(page: Page) {
  const header = page.getByRole('banner')
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  const failure = heading('This part is unavailable right now')
  return {
    header,
    heading,
    failure,
    signIn: header.getByRole('button', { name: 'Sign In' }),
    shows: (name: string | RegExp) => heading(name).waitFor({ timeout: SHOWN_WITHIN_MS }),
    fails: () => failure.waitFor({ timeout: SHOWN_WITHIN_MS }),
    /** By the link of the header, and until the new page has its heading. */
    goTo: async (label: string, name: string | RegExp) => {
      await header.getByRole('link', { name: label }).click()
      await heading(name).waitFor({ timeout: SHOWN_WITHIN_MS })
    },
    tryAgain: () => page.getByRole('main').getByRole('button', { name: 'Try again' }).click(),
  }
}

/** Marks the page as loaded now. The answer says later whether it is still that one. */
export async function markLoaded(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  return () => page.evaluate(() => 'isSamePage' in globalThis)
}
