/** Signing out while Redis, which stores the sessions, does not respond. */
import { startTestRedis, type TestRedis } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { openAs } from '../support/account.ts'
import { registerAccount, storedSession } from '../support/sign-in.ts'
import { startTestAuth, type TestAuth } from '../support/test-auth.ts'
import { createVisitors } from '../support/visitors.ts'

let redis: TestRedis
let auth: TestAuth
const visit = createVisitors(() => auth.origin)

beforeAll(async () => {
  redis = await startTestRedis()
  auth = await startTestAuth('sign-out', () => ({ REDIS_URL: redis.url, CAPTCHA_FOR: 'login' }))
})
afterAll(async () => {
  await auth.stop()
  await redis.remove()
})

const meStatus = async (token: string) =>
  (await fetch(`${auth.origin}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } }))
    .status

const pendingSignOuts = (page: Page) =>
  page.evaluate(() => localStorage.getItem('inkproof_sign_outs'))

test('a sign-out while Redis is frozen shows at once, and ends the old session once Redis responds', async () => {
  const [person, next] = [await registerAccount(auth.origin), await registerAccount(auth.origin)]
  const { page, context } = await visit()
  await openAs(page, person, '/nothing-here')
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: /^Account menu for/ }).click()
  const failed = page.waitForResponse('**/api/auth/logout')
  redis.pause()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await header.getByRole('button', { name: 'Sign In' }).waitFor()
  expect(await storedSession(page)).toEqual({ token: null, user: null })
  expect((await failed).status()).toBe(503)
  expect(await pendingSignOuts(page)).toBe(person.token)
  redis.resume()
  // Another user signs in to the browser before the sign-out is sent again.
  const second = await context.newPage()
  await openAs(second, next, '/nothing-here')
  await second
    .getByRole('banner')
    .getByRole('button', { name: /^Account menu for/ })
    .waitFor()
  await second.waitForFunction(() => localStorage.getItem('inkproof_sign_outs') === null)
  expect([await meStatus(person.token), await meStatus(next.token)]).toEqual([401, 200])
  expect((await storedSession(second)).token).toBe(next.token)
})

test('a sign-out that an earlier page could not send is sent when the application is opened again', async () => {
  const { token } = await registerAccount(auth.origin)
  const { page, browserErrors } = await visit()
  await page.goto('/nothing-here')
  await page.evaluate((value) => localStorage.setItem('inkproof_sign_outs', value), token)
  await page.reload()
  await page.waitForFunction(() => localStorage.getItem('inkproof_sign_outs') === null)
  expect(await meStatus(token)).toBe(401)
  expect(browserErrors).toEqual([])
})
