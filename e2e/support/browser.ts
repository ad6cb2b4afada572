/** A real Chromium, and visitors in it: each with a browser of their own, watched for what must not happen. */
import type { Browser, BrowserContext, Page } from 'playwright-core'

/** How a visitor comes. Width in CSS pixels. */
export type VisitorOptions = {
  theme?: 'light' | 'dark'
  width?: number
  reducedMotion?: boolean
  /**
   * Lets the service worker in, as every browser does. Left out where a test does something to files on
   * their way: what the worker fetches or has kept would not pass there.
   */
  serviceWorker?: boolean
}

/** A visitor's page and what went wrong on it. */
export type Visitor = {
  context: BrowserContext
  page: Page
  /** Errors of the page, refused policies and console errors, in words. */
  complaints: string[]
}

/** Phone and desktop, as every screen is looked at. */
export const PHONE_WIDTH = 375
export const DESKTOP_WIDTH = 1440

const HEIGHTS: Readonly<Record<number, number>> = { [PHONE_WIDTH]: 812 }

/** A new visitor with an empty browser storage. */
export async function newVisitor(
  browser: Browser,
  origin: string,
  {
    theme = 'dark',
    width = DESKTOP_WIDTH,
    reducedMotion = true,
    serviceWorker = false,
  }: VisitorOptions = {},
): Promise<Visitor> {
  const viewport = { width, height: HEIGHTS[width] ?? 900 }
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
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

/** Width in CSS pixels of all that the page holds: more than the window's makes it scroll sideways. */
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
