/**
 * Specification, section 4: the session from the start of a page, including when the service is
 * unavailable.
 */
import { join } from 'node:path'
import { testSystem } from '@inkproof/launcher/testing/control'
import { startTestGateway, type TestGateway } from '@inkproof/launcher/testing/gateway'
import { makeTestFolder, removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { BrowserContext, Page } from 'playwright-core'
import { frameOf } from '../support/frame.ts'
import { type Front, startFront } from '../support/front.ts'
import { exposeHost } from '../support/host.ts'
import { newPerson } from '../support/steps.ts'
import { visitorsOf } from '../support/visitors.ts'

const GIVEN_UP_AFTER_MS = 10_000
/** It pauses between attempts, and skips a pause that would not end in time. */
const PAUSE_MS = 500

/** Messages that the browser itself logs: a 401 response, and that these tests block the worker. */
const NOTES = /^(Failed to load resource|Service Worker registration blocked)/

jest.setTimeout(90_000)

let folder: string
let front: Front
let gateway: TestGateway
const visit = visitorsOf(() => gateway.origin)

beforeAll(async () => {
  const { www, data, urls } = testSystem()
  folder = await makeTestFolder('session')
  front = await startFront(urls['svc-auth'] ?? '')
  const services = {
    auth: front.url,
    documents: urls['documents-api'] ?? '',
    content: urls['svc-content'] ?? '',
  }
  gateway = await startTestGateway({ folder, www, log: join(data, 'log'), services })
})
beforeEach(() => front.set('open'))
afterAll(async () => {
  await gateway.stop()
  await front.stop()
  await removeTestFolder(folder)
})

/** Creates an account; its stored session is put into the browser before the first page. */
async function setup({ token = 'theirs', isUserStored = true } = {}) {
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
  const made = (await response.json()) as { user: object; token: string }
  const visitor = await visit()
  await store(visitor.context, {
    inkproof_token: token === 'theirs' ? made.token : token,
    ...(isUserStored && { inkproof_user: JSON.stringify({ ...made.user, firstName: 'Augusta' }) }),
  })
  const { header } = frameOf(visitor.page)
  return {
    ...visitor,
    ...frameOf(visitor.page),
    account: header.getByRole('button', { name: 'Account of Ada Lovelace' }),
    loading: header.getByRole('button', { name: 'Loading' }),
  }
}

test('it starts as loading, asks the service, and stores the user from the response', async () => {
  const { page, account, loading } = await setup()
  let letIn = () => {}
  const isIn = new Promise<void>((resolve) => {
    letIn = resolve
  })
  await page.route('**/api/auth/me', async (route) => {
    await isIn
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/auth/me')
  await page.goto('/nothing-here')
  expect((await asked).headers()['authorization']).toMatch(/^Bearer ./)
  await loading.waitFor()
  expect(await loading.isDisabled()).toBe(true)
  letIn()
  await account.waitFor()
  expect(JSON.parse((await stored(page)).user ?? '')).toMatchObject({ firstName: 'Ada' })
})

test('a failed check removes both items silently', async () => {
  const { page, signIn } = await setup({ token: 'ended' })
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto('/nothing-here')
  await signIn.waitFor()
  expect(await stored(page)).toEqual({ token: null, user: null })
  expect(said.filter((line) => !NOTES.test(line))).toEqual([])
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('with one of the two items missing, nothing is requested and nobody is signed in', async () => {
  const { page, signIn } = await setup({ isUserStored: false })
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/')) asked += 1
  })
  await page.goto('/nothing-here')
  await signIn.waitFor()
  expect(asked).toBe(0)
})

test('signing out clears everything even if the service cannot be reached, which is only logged', async () => {
  const { page, account, signIn } = await setup()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto('/nothing-here')
  await account.click()
  front.set('gone')
  const told = page.waitForRequest('**/api/auth/logout')
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  expect((await told).headers()['authorization']).toMatch(/^Bearer ./)
  await signIn.waitFor()
  expect(await stored(page)).toEqual({ token: null, user: null })
  expect(said.some((line) => line.startsWith('Logout error:'))).toBe(true)
  expect(await page.getByRole('alert').count()).toBe(0)
  await exposeHost(page)
  expect(await page.evaluate(() => host.useSession.getState().user)).toBeNull()
})

describe.each(['gone', 'hanging'] as const)('with the service %s', (state) => {
  test('stays loading, and signs in once the service is back', async () => {
    const { page, account, loading } = await setup()
    front.set(state)
    const asked = page.waitForRequest('**/api/auth/me')
    await page.goto('/nothing-here')
    await asked
    await loading.waitFor()
    expect((await stored(page)).token).not.toBeNull()
    front.set('open')
    await account.waitFor()
  })

  test('after 10 s, and not earlier, both items are removed', async () => {
    const { page, loading, signIn } = await setup()
    front.set(state)
    const tried = await watchTries(page)
    await page.goto('/nothing-here')
    await loading.waitFor()
    await signIn.waitFor({ timeout: 3 * GIVEN_UP_AFTER_MS })
    expect(await tried()).toBeGreaterThanOrEqual(GIVEN_UP_AFTER_MS - PAUSE_MS - 100)
    expect(await stored(page)).toEqual({ token: null, user: null })
  })
})

/** Milliseconds from the first request until the token was discarded, by the page's clock. */
async function watchTries(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const times = { askedAt: 0, removedAt: 0 }
    const { fetch } = globalThis
    const { removeItem } = Storage.prototype
    globalThis.fetch = (input, init) => {
      if (times.askedAt === 0 && String(input).endsWith('/me')) times.askedAt = performance.now()
      return fetch(input, init)
    }
    Storage.prototype.removeItem = function noted(name) {
      if (name === 'inkproof_token') times.removedAt = performance.now()
      removeItem.call(this, name)
    }
    Object.assign(globalThis, { tries: times })
  })
  return () => page.evaluate('tries.removedAt - tries.askedAt')
}

async function store(context: BrowserContext, items: Record<string, string>): Promise<void> {
  await context.addInitScript((given) => {
    // Only once: after a reload, the page's own state is kept.
    if (!location.protocol.startsWith('http') || sessionStorage.getItem('given') !== null) return
    sessionStorage.setItem('given', 'yes')
    for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value)
  }, items)
}

function stored(page: Page): Promise<{ token: string | null; user: string | null }> {
  return page.evaluate(() => ({
    token: localStorage.getItem('inkproof_token'),
    user: localStorage.getItem('inkproof_user'),
  }))
}
