/**
 * What shell and slices share: the registry that lists them, and packages that are loaded once.
 */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { frameOf, navigateTo, VERIFY } from '../support/frame.ts'
import { pageOfEachSlice, releasedSlices } from '../support/released-slices.ts'
import { createVisitors } from '../support/visitors.ts'

const SHARED = ['react', 'react-dom', 'react-router-dom', 'zustand', '@inkproof/slice']

/** Strings that each identify a shared package, and the number of scripts expected to contain each of them. */
const PACKAGE_TEXTS = {
  'Failed to refresh access token:': 1,
  'Minified React error': 1,
  patchRoutesOnNavigation: 1,
  'Missing queryFn': 1,
}

const visit = createVisitors(() => testSystem().origin)

test('a registry that is not inlined in the page is fetched', async () => {
  const { page } = await visit()
  await page.route('**/verify', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const body = text.replace(/(id="slices">)[^<]*/, '$1')
    await route.fulfill({ response, body })
  })
  const requested = page.waitForRequest('**/slices.json')
  await page.goto('/verify')
  await requested
  await frameOf(page).waitForHeading(VERIFY)
})

test("every shared package is loaded once, and all slices use the shell's", async () => {
  const { page } = await visit()
  await page.goto('/')
  await frameOf(page).signIn.waitFor()
  for (const [path, heading] of pageOfEachSlice()) await navigateTo(page, path, heading)
  const packages = await sharedPackages(page)
  for (const name of SHARED) {
    const [first, ...duplicates] = packages[name] ?? []
    expect({ name, from: first?.from, duplicates }).toEqual({ name, from: 'shell', duplicates: [] })
  }
  const slices = releasedSlices().map(({ name }) => name)
  expect(slices.length).toBeGreaterThanOrEqual(3)
  expect(packages['@inkproof/slice']?.[0]?.useIn).toEqual(expect.arrayContaining(slices))
  const counts = await countScripts(page, Object.keys(PACKAGE_TEXTS))
  expect(counts).toEqual(PACKAGE_TEXTS)
})

type Shared = { from: string; useIn: string[] }

/** Reads the federation's record of each shared package: one entry per provided version. */
async function sharedPackages(page: Page): Promise<Record<string, Shared[]>> {
  return page.evaluate(() => {
    type Instance = { shareScopeMap: Record<string, Record<string, Record<string, Shared>>> }
    const { __FEDERATION__: federation } = globalThis as unknown as {
      __FEDERATION__: { __INSTANCES__: Instance[] }
    }
    const scope = federation.__INSTANCES__[0]?.shareScopeMap['default'] ?? {}
    const lists = Object.entries(scope).map(([name, versions]) => [
      name,
      Object.values(versions).map(({ from, useIn }) => ({ from, useIn })),
    ])
    return Object.fromEntries(lists)
  })
}

/** Counts the loaded scripts that contain each text. */
async function countScripts(page: Page, texts: string[]): Promise<Record<string, number>> {
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  const bodies = await Promise.all(
    [...new Set(urls)].map(async (url) => (await page.request.get(url)).text()),
  )
  return Object.fromEntries(
    texts.map((text) => [text, bodies.filter((body) => body.includes(text)).length]),
  )
}

test('a first visit to the home page takes at most ten requests and 180,000 bytes', async () => {
  // Not counted: the worker, and the code that registers it and reports visits, which are loaded when the page is
  // idle. offline.test.ts counts them.
  const { page, context } = await visit({ serviceWorker: true })
  const session = await context.newCDPSession(page)
  const urls = new Map<string, string>()
  let bytes = 0
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const isOfPage = !request.url.includes('/static/after-load.')
    if (isOfPage && request.url.startsWith(testSystem().origin)) urls.set(requestId, request.url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (urls.has(requestId)) bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto('/')
  await frameOf(page).signIn.waitFor()
  await page.getByText('Entries in the public record').waitFor()
  const files = [...urls.values()].filter((url) => !/\/(api|log)\//.test(url))
  expect(files.length).toBeGreaterThan(4)
  expect(files.length).toBeLessThanOrEqual(8)
  expect(urls.size).toBeLessThanOrEqual(10)
  expect(bytes).toBeGreaterThan(100_000)
  // Includes headers, with bodies compressed as sent to a browser.
  expect(bytes).toBeLessThanOrEqual(180_000)
})
