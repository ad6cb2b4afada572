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
   * Allows the service worker, as browsers do. Omit it in tests that intercept files: requests made
   * or answered by the worker cannot be intercepted.
   */
  serviceWorker?: boolean
}

/** A visitor's page and the problems it reported. */
export type Visitor = {
  context: BrowserContext
  page: Page
  /** Page errors, policy violations and console errors as text. */
  complaints: string[]
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
  return { context, page, complaints: watch(page) }
}

/**
 * Returns the width of the page's content in CSS pixels: beyond the window's, the page scrolls
 * sideways.
 */
export function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}

function watch(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  return complaints
}
