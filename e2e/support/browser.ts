/** Visitors in a real Chromium, each with a separate browser context that is watched for errors. */
import type { Browser, BrowserContext, Page } from 'playwright-core'

/** Options of a visitor. Width in CSS pixels. */
export type VisitorOptions = {
  theme?: 'light' | 'dark'
  width?: number
  reducedMotion?: boolean
  /** The browser's language, as BCP 47. */
  locale?: string
  /**
   * Allows the service worker, as browsers do. Omit it in tests that intercept files: requests that
   * the worker makes or handles cannot be intercepted.
   */
  serviceWorker?: boolean
}

/** A visitor's page and the errors it reported. */
export type Visitor = {
  context: BrowserContext
  page: Page
  /** Page errors, policy violations and console errors as text. */
  browserErrors: string[]
}

/** Phone and desktop widths, at which every screen is checked. */
export const PHONE_WIDTH = 375
export const DESKTOP_WIDTH = 1440

const HEIGHTS: Readonly<Record<number, number>> = { [PHONE_WIDTH]: 812 }

/** Creates a visitor with empty browser storage. */
export async function newVisitor(
  browser: Browser,
  origin: string,
  {
    theme = 'dark',
    width = DESKTOP_WIDTH,
    reducedMotion = true,
    locale = 'en-US',
    serviceWorker = false,
  }: VisitorOptions = {},
): Promise<Visitor> {
  const viewport = { width, height: HEIGHTS[width] ?? 900 }
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    locale,
    acceptDownloads: true,
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    ...(width === PHONE_WIDTH && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
  })
  await context.addInitScript((chosen) => {
    if (location.protocol.startsWith('http') && localStorage.getItem('theme') === null) {
      localStorage.setItem('theme', chosen)
    }
  }, theme)
  const page = await context.newPage()
  waitForTakeOver(page)
  return { context, page, browserErrors: recordErrors(page) }
}

/**
 * Returns the width of the page's content in CSS pixels. If it exceeds that of the window, the page scrolls
 * sideways.
 */
export function contentWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}

/**
 * Makes `goto` and `reload` wait until scripts have replaced the page's first screen, whose controls take no input.
 * With `waitUntil`, they wait only for that.
 */
function waitForTakeOver(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const isReplaced = () => document.querySelector('[data-first]') === null
  const wait = async (options?: { waitUntil?: unknown }) => {
    if (options?.waitUntil === undefined) await page.waitForFunction(isReplaced)
  }
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    await wait(options)
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    await wait(options)
    return response
  }
}

function recordErrors(page: Page): string[] {
  const browserErrors: string[] = []
  page.on('pageerror', (error) => browserErrors.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(`console: ${message.text()}`)
  })
  return browserErrors
}
