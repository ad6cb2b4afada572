/** Measures the requests of a first visit to the home page, using the browser's DevTools network events. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from 'playwright-core'

const QUIET_MS = 1500

/** Requests and bytes of the page itself; `laterKilobytes`: of the code that the page loads when it is idle. */
export type Visit = {
  requests: number
  kilobytes: number
  laterKilobytes: number
  encodings: string[]
}

/** Reports visits and registers the service worker. */
const LOADED_WHEN_IDLE = '/static/after-load.'

/** Opens the page with an empty cache. Counts bytes as received over the network, including headers. */
export async function measureFirstVisit(browser: Browser, origin: string): Promise<Visit> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const requestIds = new Set<string>()
    const laterIds = new Set<string>()
    const encodings = new Set<string>()
    let bytes = 0
    let laterBytes = 0
    let lastActivityMs = performance.now()
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      lastActivityMs = performance.now()
      if (request.url.includes(LOADED_WHEN_IDLE)) laterIds.add(requestId)
      else if (request.url.startsWith('http')) requestIds.add(requestId)
    })
    session.on('Network.responseReceived', ({ response }) => {
      const { 'content-encoding': encoding } = lowerCaseNames(response.headers)
      if (encoding) encodings.add(encoding)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      lastActivityMs = performance.now()
      if (requestIds.has(requestId)) bytes += encodedDataLength
      if (laterIds.has(requestId)) laterBytes += encodedDataLength
    })
    await session.send('Network.enable')
    await page.goto(origin, { waitUntil: 'load' })
    await page.getByRole('main').waitFor()
    await waitUntilQuiet(() => lastActivityMs)
    return {
      requests: requestIds.size,
      kilobytes: bytes / 1000,
      laterKilobytes: laterBytes / 1000,
      encodings: [...encodings],
    }
  } finally {
    await context.close()
  }
}

/**
 * Waits until no request has started or finished for {@link QUIET_MS}. Playwright's "networkidle" never fires,
 * because the event stream stays open.
 */
async function waitUntilQuiet(lastMs: () => number): Promise<void> {
  for (;;) {
    const remainingMs = lastMs() + QUIET_MS - performance.now()
    if (remainingMs <= 0) return
    await delay(remainingMs)
  }
}

function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}
