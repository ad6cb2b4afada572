/** Tests the rate limit for codes from known browsers, and which changes remove known browsers. */
import { createLimiter } from '@inkproof/service-kit/limit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type AccountRow, accountModel } from '../accounts/accounts.model.ts'
import { newBrowser, newMember, setUpApp } from '../testing/factors.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { consumeCodeLimit } from './factor-limits.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

/** Registers a person in the returned browser, then signs them in from two other browsers. */
async function setup() {
  const browser = newBrowser(auth)
  const member = await newMember(browser)
  const { email, password } = member
  for (let i = 0; i < 2; i += 1) await newBrowser(auth)('POST', '/login', { email, password })
  expect((await rowOf(member.id)).devices).toHaveLength(3)
  return { browser, member }
}

async function rowOf(id: string): Promise<AccountRow> {
  const row = await accountModel(auth.mongo.connection).findById(id).lean<AccountRow>()
  if (!row) throw new Error('account not found')
  return row
}

test('all known browsers together have sixty attempts in 15 minutes', async () => {
  const { member } = await setup()
  const row = await rowOf(member.id)
  const browserIds = Array.from({ length: 4 }, (_, i) => `browser ${i}`)
  const account = {
    ...row,
    devices: browserIds.map((browserId) => ({ mark: browserId })),
  } as unknown as AccountRow
  const consumeLimit = createLimiter(auth.redis.client, 'auth')
  const attempt = (browserId = '') =>
    consumeCodeLimit(consumeLimit, account, { browserId, network: 'x' })
  for (let call = 0; call < 60; call += 1) await attempt(browserIds[call % 4])
  await expect(attempt(browserIds[0])).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('setting up the authenticator app removes all other known browsers', async () => {
  const { browser, member } = await setup()
  await setUpApp(browser, member.token, new Date())
  expect((await rowOf(member.id)).devices).toHaveLength(1)
})

test('changing the password removes all other known browsers', async () => {
  const { browser, member } = await setup()
  const change = { currentPassword: member.password, newPassword: 'another horse battery' }
  expect((await browser('POST', '/password', change, member.token)).status).toBe(204)
  expect((await rowOf(member.id)).devices).toHaveLength(1)
})
