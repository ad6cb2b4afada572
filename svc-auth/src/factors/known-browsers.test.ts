/** All known browsers together have only as many attempts as one owner needs. */
import { createLimiter } from '@inkproof/service-kit/limit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type AccountRow, accountModel } from '../accounts/accounts.model.ts'
import { giveApp, newBrowser, newMember } from '../testing/factors.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { limitCode } from './factor-limits.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

/** A person who has signed in from two browsers, and a third one that makes a change. */
async function usedBefore() {
  const browser = newBrowser(auth)
  const member = await newMember(browser)
  const { email, password } = member
  for (let other = 0; other < 2; other += 1)
    await newBrowser(auth)('POST', '/login', { email, password })
  expect((await rowOf(member.id)).devices).toHaveLength(3)
  return { browser, member }
}

async function rowOf(id: string): Promise<AccountRow> {
  const row = await accountModel(auth.mongo.connection).findById(id).lean<AccountRow>()
  if (!row) throw new Error('there is no account')
  return row
}

test('all known browsers together have sixty attempts in fifteen minutes', async () => {
  const { member } = await usedBefore()
  const account = await rowOf(member.id)
  const browserIds = Array.from({ length: 4 }, (_, i) => `browser ${i}`)
  const known = {
    ...account,
    devices: browserIds.map((browserId) => ({ mark: browserId })),
  } as unknown as AccountRow
  const take = createLimiter(auth.redis.client, 'auth')
  const attempt = (browserId = '') => limitCode(take, known, { browserId, network: 'x' })
  for (let call = 0; call < 60; call += 1) await attempt(browserIds[call % 4])
  await expect(attempt(browserIds[0])).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('setting up the app leaves only its own browser known', async () => {
  const { browser, member } = await usedBefore()
  await giveApp(browser, member.token, new Date())
  expect((await rowOf(member.id)).devices).toHaveLength(1)
})

test('a new password leaves only the browser it was set in known', async () => {
  const { browser, member } = await usedBefore()
  const change = { currentPassword: member.password, newPassword: 'another horse battery' }
  expect((await browser('POST', '/password', change, member.token)).status).toBe(204)
  expect((await rowOf(member.id)).devices).toHaveLength(1)
})
