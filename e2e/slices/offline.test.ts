/**
 * The service worker: what it caches, what it never caches, how it updates to a new release, and
 * how it is removed.
 */
import { join } from 'node:path'
import { run } from '@inkproof/launcher/process/run'
import { until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { frameOf, markLoaded, VERIFY } from '../support/frame.ts'
import { publishCopy } from '../support/publish-copy.ts'
import { copyRelease, type ReleaseCopy } from '../support/release-copy.ts'
import {
  cachedPaths,
  checkForRelease,
  hasWorker,
  waitUntilCached,
  waitUntilRemoved,
} from '../support/service-worker.ts'
import { watchPolicy } from '../support/slice-faults.ts'
import { register } from '../support/steps.ts'
import { createVisitors } from '../support/visitors.ts'

/** A release that is older than the service worker. */
const NO_WORKER = join(import.meta.dirname, '../skew/generated/no-worker.tgz')
const SLICE = 'mfe-content'
const NEW_VERSION = '0.1.0-later'
const READY = 'A new version of Inkproof is ready'

const isCodeAfterLoad = (path: string) => path.startsWith('/static/after-load.')

let copy: ReleaseCopy
let released: Record<string, string>
const visit = createVisitors(() => copy.origin)

beforeAll(async () => {
  copy = await copyRelease('offline')
  released = await copy.currentVersions()
})
afterEach(() => copy.release(released[SLICE] ?? ''))
afterAll(() => copy.remove())

test('a worker is registered after load, and fetches only its code and the page', async () => {
  const { page } = await visit({ serviceWorker: true })
  const before = (await copy.responses()).length
  await page.goto('/')
  await page.getByText('Entries in the public record').waitFor()
  await waitUntilCached(page)
  const servedFiles = async () =>
    (await copy.responses()).slice(before).filter(({ path }) => !/^\/(api|log)\//.test(path))
  // The gateway's processes log a response after they have sent it, so lines can be late and out of order.
  await until(async () => {
    const served = (await servedFiles()).map(({ path }) => path)
    const pages = served.filter((path) => path === '/').length
    return pages === 2 && served.includes('/service-worker.js') && served.some(isCodeAfterLoad)
  })
  const files = await servedFiles()
  const times = await page.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const requests = performance.getEntriesByType('resource')
    const starts = requests.map(({ name, startTime }) => [new URL(name).pathname, startTime])
    return { loaded: visit?.loadEventStart, starts: Object.fromEntries(starts) }
  })
  const codeAfterLoad = files.find(({ path }) => isCodeAfterLoad(path))
  expect(times.starts[codeAfterLoad?.path ?? '']).toBeGreaterThanOrEqual(times.loaded ?? Infinity)
  // The worker takes the files of the page from the browser's HTTP cache. Headless Chromium requests the worker
  // twice, headed Chromium once.
  const paths = files.map(({ path }) => path).filter((path) => path !== '/service-worker.js')
  expect(paths.filter((path, i) => paths.indexOf(path) !== i)).toEqual(['/'])
  expect(paths.filter((path) => !(path in times.starts))).toEqual(['/', '/'])
  expect(paths.some((path) => path.includes('/entry.'))).toBe(true)
  const worker = files.find(({ path }) => path === '/service-worker.js')
  const pages = files.filter(({ path }) => path === '/').map(({ bytes }) => bytes)
  const sizes = [codeAfterLoad?.bytes, worker?.bytes, Math.max(...pages)]
  expect(sizes.reduce<number>((sum, bytes) => sum + (bytes ?? Infinity), 0)).toBeLessThan(34_000)
})

test('offline, the application starts, shows pages that were visited before, and says what is unavailable', async () => {
  const { page, context } = await visit({ serviceWorker: true })
  const reports = await watchPolicy(page)
  const { waitForHeading, goTo, signIn, header, waitForFailure } = frameOf(page)
  await page.goto('/')
  await signIn.waitFor()
  await waitUntilCached(page)
  // The cached page is shown at every address, so it has no first screen.
  const cached = await page.evaluate(async () => (await caches.match('/'))?.text())
  expect(cached).toContain('<div id="root"></div>')
  await goTo('Verify', VERIFY)
  await context.setOffline(true)
  await page.reload()
  await waitForHeading(VERIFY)
  await goTo('Home', /Proof that/)
  await page.goto('/nothing-here')
  await waitForHeading('Page not found')
  await header.getByRole('link', { name: 'LitePaper' }).click()
  await waitForFailure()
  await context.setOffline(false)
  await frameOf(page).tryAgain()
  await waitForHeading('Litepaper')
  expect(reports).toEqual([])
})

test('services, the record and the saved verifier are always fetched from the network and never cached', async () => {
  const { page } = await visit({ serviceWorker: true })
  const paths = ['/api/health/auth', '/log/policy.json', '/verifier/verify.html', '/slices.json']
  await page.goto('/')
  await waitUntilCached(page)
  await page.goto('/verify')
  await frameOf(page).waitForHeading(VERIFY)
  const isControlled = () => navigator.serviceWorker.controller !== null
  expect(await page.evaluate(isControlled)).toBe(true)
  const before = (await copy.responses()).length
  for (const path of [...paths, ...paths])
    await page.evaluate((url) => fetch(url).then(({ ok }) => ok), path)
  const served = async () => (await copy.responses()).slice(before).map(({ path }) => path)
  // The gateway writes a request to its log after it has sent the response.
  for (const path of paths)
    await until(async () => (await served()).filter((requested) => requested === path).length === 2)
  const cached = await cachedPaths(page)
  expect(cached.length).toBeGreaterThan(5)
  for (const path of cached) expect(path).toMatch(/^\/$|^\/(static|slices)\//)
})

test('a session that ended elsewhere is never shown again, online or after going offline', async () => {
  const { page, context } = await visit({ serviceWorker: true })
  const { signIn, header } = frameOf(page)
  const account = header.getByRole('button', { name: /^Account menu for/ })
  await page.goto('/verify')
  await signIn.click()
  await register(page)
  await account.waitFor()
  await waitUntilCached(page)
  const token = await page.evaluate(() => localStorage.getItem('inkproof_token'))
  await context.setOffline(true)
  await page.reload()
  await header.getByRole('button', { name: 'Loading' }).waitFor()
  expect(await account.count()).toBe(0)
  const response = await fetch(`${copy.origin}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.ok).toBe(true)
  await context.setOffline(false)
  await signIn.waitFor()
  expect(await page.evaluate(() => localStorage.getItem('inkproof_token'))).toBeNull()
})

test('an open page announces a new release, reloads on request, and drops the old files', async () => {
  const { page } = await visit({ serviceWorker: true })
  await openLitepaper(page)
  const isSamePage = await markLoaded(page)
  await releaseNewVersion()
  // The announcement for screen readers is in the page for only a second.
  const announcement = page.getByRole('status').filter({ hasText: READY })
  const announced = announcement.first().waitFor({ state: 'attached' })
  await checkForRelease(page)
  await announced
  await page.getByText(READY).first().waitFor()
  expect(await isSamePage()).toBe(true)
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  await reloaded
  await frameOf(page).waitForHeading('Litepaper')
  await waitUntilCached(page)
  const cached = (await cachedPaths(page)).filter((path) => path.includes(`/${SLICE}/`))
  expect(cached.length).toBeGreaterThan(1)
  for (const path of cached) expect(path).toContain(`/${NEW_VERSION}/`)
  expect(await page.getByText(READY).count()).toBe(0)
})

test('a page loaded from the new release shows no notice, but other open pages do', async () => {
  const { page, context } = await visit({ serviceWorker: true })
  await openLitepaper(page)
  await releaseNewVersion()
  const fresh = await context.newPage()
  await openLitepaper(fresh)
  await page.getByText(READY).first().waitFor()
  expect(await fresh.getByText(READY).count()).toBe(0)
})

test('when offline use is disabled, the worker and its cache are removed; when enabled again, the worker is registered', async () => {
  const { page } = await visit({ serviceWorker: true })
  await openLitepaper(page)
  await copy.release('--offline', 'off')
  await page.reload()
  await waitUntilRemoved(page)
  await copy.release('--offline', 'on')
  await openLitepaper(page)
  expect(await hasWorker(page)).toBe(true)
})

test('rolling back to a shell without a worker removes the worker too', async () => {
  const { page } = await visit({ serviceWorker: true })
  await openLitepaper(page)
  await run('tar', ['-xzf', NO_WORKER, '-C', copy.www])
  const list = await run('tar', ['-tzf', NO_WORKER])
  const version = /^shell\/versions\/([^/]+)\/$/m.exec(list)?.[1]
  await copy.release(`shell@${version}`)
  await page.reload()
  await frameOf(page).waitForHeading('Litepaper')
  await waitUntilRemoved(page)
  await copy.release(released['shell'] ?? '')
})

async function openLitepaper(page: Page): Promise<void> {
  await page.goto('/litepaper')
  await frameOf(page).waitForHeading('Litepaper')
  await waitUntilCached(page)
}

/** Releases the same files under another version. */
async function releaseNewVersion(): Promise<void> {
  await copy.release(await publishCopy(copy.www, released[SLICE] ?? '', NEW_VERSION))
}
