import type { PublishedSlice } from '@inkproof/slice/describe'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { startCheckServer, type UnreleasedFiles } from './check-server.ts'
import { folderSite, type LiveSite } from './live-site.ts'

const PAGE_TIMEOUT_MS = 20_000
const IDLE_TIMEOUT_MS = 3_000
/** Pages that are opened at the same time. */
const CONCURRENT_PAGES = 3

/** The heading that the shell shows in place of a page that failed. */
const FAILURE = 'This page is unavailable right now'

/** Expressions for the page; this file has no types of the browser's globals. */
const HEADING = `document.querySelector('main h1')?.textContent`
const IS_RENDERED = `document.querySelector('main [data-slice]')?.childElementCount > 0`

/** Opens each page of a slice that was published below `out`. See {@link checkPagesOf}. */
export function checkPages(out: string, slice: PublishedSlice): Promise<void> {
  return checkPagesOf(folderSite(out), slice)
}

/**
 * Opens each page of a slice in a headless browser, with the live shell and the other live slices of `site`. There are no
 * services, so that pages show what they show if a call fails. `files` are those of the slice if it was not published.
 *
 * @throws Error with the address and the reason if a page does not appear, or if no browser is installed
 */
export async function checkPagesOf(
  site: LiveSite,
  slice: PublishedSlice,
  files?: UnreleasedFiles,
): Promise<void> {
  const browser = await open()
  const server = await startCheckServer(site, slice, files)
  try {
    const context = await browser.newContext({ locale: 'en-US', serviceWorkers: 'block' })
    const addresses = slice.paths.map((pattern) => pattern.replaceAll(/:\w+\??|\*/g, 'preview'))
    for (let first = 0; first < addresses.length; first += CONCURRENT_PAGES) {
      const some = addresses.slice(first, first + CONCURRENT_PAGES)
      const checks = some.map((address) => checkPage(context, server.origin + address, slice))
      const problems = (await Promise.all(checks)).map((problem, index) =>
        problem === null ? null : `${some[index]} does not appear in a browser: ${problem}`,
      )
      const problem = problems.find((found) => found !== null)
      if (problem)
        throw new Error(`${slice.package}@${slice.version} cannot be released: ${problem}`)
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function open(): Promise<Browser> {
  try {
    return await openBrowser()
  } catch (error) {
    throw new Error(
      `the pages cannot be checked: ${(error as Error).message}; --no-browser releases without this check`,
    )
  }
}

/** Returns why a page does not appear, or null. */
async function checkPage(
  context: BrowserContext,
  url: string,
  { package: name, version }: PublishedSlice,
): Promise<string | null> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message, stack = '' }) => {
    if (stack.includes(`/slices/${name}/${version}/`)) errors.push(message)
  })
  try {
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(`${IS_RENDERED} || ${HEADING} === '${FAILURE}'`, undefined, {
      timeout: PAGE_TIMEOUT_MS,
    })
    // What a page does after its first render, such as calls that fail, may break it too.
    await page.waitForLoadState('networkidle', { timeout: IDLE_TIMEOUT_MS }).catch(() => undefined)
    const failure = await failureOf(page)
    return errors[0] ?? failure
  } catch (error) {
    const isTimeout = (error as Error).name === 'TimeoutError'
    const reason = isTimeout
      ? `nothing after ${PAGE_TIMEOUT_MS / 1000} s`
      : (error as Error).message
    return errors[0] ?? reason
  } finally {
    await page.close()
  }
}

/** Returns what the shell's message says, or null if it is not shown. */
async function failureOf(page: Page): Promise<string | null> {
  if ((await page.evaluate(HEADING)) !== FAILURE) return null
  return page.evaluate<string | null>(
    `document.querySelector('main details p')?.textContent ?? null`,
  )
}
