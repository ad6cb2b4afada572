/** Inspects the service worker of a visitor's browser from the page. */
import type { Page } from 'playwright-core'

const POLL_MS = 20
const TIMEOUT_MS = 20_000

/**
 * Resolves once the worker has cached a page of the current release: from then on, the page starts
 * offline.
 */
export function waitUntilCached(page: Page): Promise<void> {
  return waitUntil(page, async () => {
    const [cached, registration] = await Promise.all([
      caches.match('/', { cacheName: 'inkproof-page' }),
      navigator.serviceWorker.getRegistration(),
    ])
    const released = document.getElementById('slices')?.textContent ?? ''
    const isCurrentRelease = cached !== undefined && (await cached.text()).includes(released)
    return isCurrentRelease && registration?.active?.state === 'activated'
  })
}

/** Resolves once there is no worker and nothing is cached. */
export function waitUntilRemoved(page: Page): Promise<void> {
  return waitUntil(page, async () => {
    const names = await caches.keys()
    const registration = await navigator.serviceWorker.getRegistration()
    return names.length === 0 && registration === undefined
  })
}

/** Returns the paths of all cached responses. */
export function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

/** Checks for a newer worker, as the browser does at each visit and the page does every 15 minutes. */
export async function checkForRelease(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
  })
}

/** Returns whether a worker is registered. */
export function hasWorker(page: Page): Promise<boolean> {
  return page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)
}

/** Like `waitForFunction`, but awaits promises, which `waitForFunction` would treat as true. */
async function waitUntil(page: Page, isMet: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + TIMEOUT_MS; !(await page.evaluate(isMet)); ) {
    if (Date.now() > deadline) throw new Error(`condition not met after ${TIMEOUT_MS} ms: ${isMet}`)
    await page.waitForTimeout(POLL_MS)
  }
}
