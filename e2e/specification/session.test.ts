/**
 * Specification, section 4: restoring and ending the session, including while the service is
 * unavailable.
 */
import { join } from 'node:path'
import { runningServices, testSystem } from '@inkproof/launcher/testing/control'
import { startTestGateway, type TestGateway } from '@inkproof/launcher/testing/gateway'
import { makeTestFolder, removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { BrowserContext, Page } from 'playwright-core'
import { frameOf } from '../support/frame.ts'
import { exposeHost } from '../support/host.ts'
import { type ServiceProxy, startServiceProxy } from '../support/service-proxy.ts'
import { newPerson } from '../support/steps.ts'
import { createVisitors } from '../support/visitors.ts'

const RETRY_TIMEOUT_MS = 10_000
/** The shell pauses between attempts, and skips a pause that would end after the timeout. */
const PAUSE_MS = 500

/** Messages that the browser logs: a 401 response, and the service worker, which these tests block. */
const BROWSER_MESSAGES = /^(Failed to load resource|Service Worker registration blocked)/

let folder: string
let proxy: ServiceProxy
let gateway: TestGateway
const visit = createVisitors(() => gateway.origin)

beforeAll(async () => {
  const { www, data, urls } = testSystem()
  folder = await makeTestFolder('session')
  proxy = await startServiceProxy(urls['svc-auth'] ?? '')
  const services = { ...runningServices(), auth: proxy.url }
  gateway = await startTestGateway({ folder, www, log: join(data, 'log'), services })
})
beforeEach(() => proxy.setState('open'))
afterAll(async () => {
  await gateway.stop()
  await proxy.stop()
  await removeTestFolder(folder)
})

/** Creates an account and stores its session in the browser before the first page loads. */
async function setup({ token = 'valid', isUserStored = true } = {}) {
  const response = await fetch(`${testSystem().origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...newPerson(),
      firstName: 'Ada',
      lastName: 'Lovelace',
      turnstileToken: 'disabled-for-testing',
    }),
  })
  const created = (await response.json()) as { user: object; token: string }
  const visitor = await visit()
  await store(visitor.context, {
    inkproof_token: token === 'valid' ? created.token : token,
    ...(isUserStored && {
      inkproof_user: JSON.stringify({ ...created.user, firstName: 'Augusta' }),
    }),
  })
  const { header } = frameOf(visitor.page)
  return {
    ...visitor,
    ...frameOf(visitor.page),
    account: header.getByRole('button', { name: 'Account menu for Ada Lovelace' }),
    loading: header.getByRole('button', { name: 'Loading' }),
  }
}

test('the session starts as loading, is checked by the service, and stores the returned user', async () => {
  const { page, account, loading } = await setup()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/auth/me', async (route) => {
    await released
    await route.continue()
  })
  const requested = page.waitForRequest('**/api/auth/me')
  await page.goto('/nothing-here')
  expect((await requested).headers()['authorization']).toMatch(/^Bearer ./)
  await loading.waitFor()
  expect(await loading.isDisabled()).toBe(true)
  release()
  await account.waitFor()
  expect(JSON.parse((await stored(page)).user ?? '')).toMatchObject({ firstName: 'Ada' })
})

test('a failed check silently removes the stored token and user', async () => {
  const { page, signIn } = await setup({ token: 'ended' })
  const consoleLines: string[] = []
  page.on('console', (message) => consoleLines.push(message.text()))
  await page.goto('/nothing-here')
  await signIn.waitFor()
  expect(await stored(page)).toEqual({ token: null, user: null })
  expect(consoleLines.filter((line) => !BROWSER_MESSAGES.test(line))).toEqual([])
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('with a token but no user stored, nothing is requested and the visitor is signed out', async () => {
  const { page, signIn } = await setup({ isUserStored: false })
  let requestCount = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/')) requestCount += 1
  })
  await page.goto('/nothing-here')
  await signIn.waitFor()
  expect(requestCount).toBe(0)
})

test('signing out clears the session even if the service is unreachable, which is only logged', async () => {
  const { page, account, signIn } = await setup()
  await page.goto('/nothing-here')
  await account.click()
  proxy.setState('refusing')
  const logoutRequest = page.waitForRequest('**/api/auth/logout')
  // The session ends before the request has failed.
  const logged = page.waitForEvent('console', (line) => line.text().startsWith('Logout error:'))
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  expect((await logoutRequest).headers()['authorization']).toMatch(/^Bearer ./)
  await signIn.waitFor()
  expect(await stored(page)).toEqual({ token: null, user: null })
  await logged
  expect(await page.getByRole('alert').count()).toBe(0)
  await exposeHost(page)
  expect(await page.evaluate(() => host.useSession.getState().user)).toBeNull()
})

test.each(['valid', 'ended'])(
  'a page that requests its text before the stored token is checked shows it: %s token',
  async (token) => {
    const { account, page, signIn } = await setup({ token })
    const requested = page.waitForRequest('**/api/content/pages/faq')
    await page.route('**/api/auth/me', async (route) => {
      await requested
      await route.continue()
    })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/content/pages/faq', async (route) => {
      await released
      await route.continue()
    })
    const opened = page.goto('/faq')
    await (token === 'valid' ? account : signIn).waitFor()
    release()
    await opened
    // Only the text itself has a table of contents, not the first screen.
    await page.getByRole('navigation', { name: 'On this page' }).waitFor()
  },
)

describe.each(['refusing', 'hanging'] as const)('with the service %s', (state) => {
  test('stays loading, and signs in once the service is back', async () => {
    const { page, account, loading } = await setup()
    proxy.setState(state)
    const requested = page.waitForRequest('**/api/auth/me')
    await page.goto('/nothing-here')
    await requested
    await loading.waitFor()
    expect((await stored(page)).token).not.toBeNull()
    proxy.setState('open')
    await account.waitFor()
  })

  test('after 10 s, and not earlier, the stored token and user are removed', async () => {
    const { page, loading, signIn } = await setup()
    proxy.setState(state)
    const retryMs = await measureRetries(page)
    await page.goto('/nothing-here')
    await loading.waitFor()
    await signIn.waitFor({ timeout: 3 * RETRY_TIMEOUT_MS })
    expect(await retryMs()).toBeGreaterThanOrEqual(RETRY_TIMEOUT_MS - PAUSE_MS - 100)
    expect(await stored(page)).toEqual({ token: null, user: null })
  })
})

/** Measures the milliseconds from the first request until the token is removed, on the page's clock. */
async function measureRetries(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const times = { requestedAtMs: 0, removedAtMs: 0 }
    const { fetch } = globalThis
    const { removeItem } = Storage.prototype
    globalThis.fetch = (input, init) => {
      if (times.requestedAtMs === 0 && String(input).endsWith('/me'))
        times.requestedAtMs = performance.now()
      return fetch(input, init)
    }
    Storage.prototype.removeItem = function recordRemoval(name) {
      if (name === 'inkproof_token') times.removedAtMs = performance.now()
      removeItem.call(this, name)
    }
    Object.assign(globalThis, { retries: times })
  })
  return () => page.evaluate('retries.removedAtMs - retries.requestedAtMs')
}

async function store(context: BrowserContext, items: Record<string, string>): Promise<void> {
  await context.addInitScript((stored) => {
    // Only once: a reload does not overwrite what the page has stored.
    if (!location.protocol.startsWith('http') || sessionStorage.getItem('stored') !== null) return
    sessionStorage.setItem('stored', 'yes')
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
  }, items)
}

function stored(page: Page): Promise<{ token: string | null; user: string | null }> {
  return page.evaluate(() => ({
    token: localStorage.getItem('inkproof_token'),
    user: localStorage.getItem('inkproof_user'),
  }))
}

test.each(['valid', 'ended'])(
  'a page that requests its text before the stored token is checked shows it: %s token',
  async (token) => {
    const { account, page, signIn } = await setup({ token })
    const requested = page.waitForRequest('**/api/content/pages/faq')
    await page.route('**/api/auth/me', async (route) => {
      await requested
      await route.continue()
    })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/content/pages/faq', async (route) => {
      await released
      await route.continue()
    })
    const opened = page.goto('/faq')
    await (token === 'valid' ? account : signIn).waitFor()
    release()
    await opened
    // Only the text itself has a table of contents, not the first screen.
    await page.getByRole('navigation', { name: 'On this page' }).waitFor()
  },
)
