import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { openRedis } from '@inkproof/service-kit/redis'
import { redisAddress } from '@inkproof/service-kit/redis-settings'
import { startService } from '@inkproof/service-kit/service'
import { until } from '@inkproof/service-kit/testing/fixture'
import { makeCallsOlder } from '@inkproof/service-kit/testing/rolling-limit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Command } from 'ioredis'
import { emailIdentity } from '../accounts/identities.ts'
import { composeAuth } from '../features.ts'
import { platformFeature } from '../platform/feature.ts'
import { extractLink, listEmails, waitForEmail } from '../testing/mailbox.ts'
import { person, solveVerification, startAuth, type TestAuth } from '../testing/start.ts'
import { createTestWallet } from '../testing/wallets.ts'
import { type TokenRow, tokenModel } from '../tokens/tokens.model.ts'
import { RESET_REQUESTS } from './recovery.calls.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
const stops: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const stop of stops) await stop()
  await auth.stop()
})

const NEW_PASSWORD = 'another horse battery'
const forgot = (email: string) => auth.send('POST', '/api/auth/forgot-password', { email })
const check = (token: string) => auth.send('POST', '/api/auth/reset-password/check', { token })
const reset = (token: string, password = NEW_PASSWORD) =>
  auth.send('POST', '/api/auth/reset-password', { token, password })
const login = (fields: object) => auth.send('POST', '/api/auth/login', fields)
const me = (token: string) => auth.send('GET', '/api/auth/me', undefined, token)
const tokens = () => tokenModel(auth.mongo.connection)

async function register() {
  const credentials = person()
  return { ...credentials, token: (await auth.register(credentials)).body().token as string }
}

async function requestSecret(email: string): Promise<string> {
  expect((await forgot(email)).status).toBe(204)
  return extractLink(await waitForEmail(email, /Choose a new password/)).secret
}

test('a mailed link sets a new password, and the old one no longer works', async () => {
  const { email, password } = await register()
  const secret = await requestSecret(email)
  const checked = await check(secret)
  expect([checked.status, checked.body().email]).toEqual([200, email])
  expect((await reset(secret)).status).toBe(204)
  expect((await login({ email, password })).status).toBe(401)
  const signedIn = await login({ email, password: NEW_PASSWORD })
  expect([signedIn.status, signedIn.body().user.emailConfirmed]).toEqual([200, true])
  const notice = await waitForEmail(email, /Your password was reset/)
  expect(notice.text).toContain('UTC')
})

test('a reset ends every session', async () => {
  const { email, password, token } = await register()
  const other = (await login({ email, password })).body().token
  expect((await reset(await requestSecret(email))).status).toBe(204)
  expect([(await me(token)).status, (await me(other)).status]).toEqual([401, 401])
})

test('a person who registered someone else’s address loses access when its owner resets the password', async () => {
  const { email, token } = await register()
  const squatterWallet = createTestWallet(auth)
  expect((await squatterWallet.link(token)).status).toBeLessThan(300)
  expect((await reset(await requestSecret(email))).status).toBe(204)
  const squatterSession = await squatterWallet.signIn()
  const owner = await login({ email, password: NEW_PASSWORD })
  expect(squatterSession.body().user.id).not.toBe(owner.body().user.id)
})

test('a reset keeps the wallets of an account whose address is confirmed', async () => {
  const { email } = await register()
  await reset(await requestSecret(email))
  const { user, token } = (await login({ email, password: NEW_PASSWORD })).body()
  const wallet = createTestWallet(auth)
  expect((await wallet.link(token)).status).toBeLessThan(300)
  const before = (await newest(email))._id
  await forgot(email)
  expect(
    (await reset(await waitForNewerSecret(email, before), 'a fourth horse battery')).status,
  ).toBe(204)
  expect((await wallet.signIn()).body().user.id).toBe(user.id)
})

test('a link works once, and a second use is refused with the reason', async () => {
  const { email } = await register()
  const secret = await requestSecret(email)
  await reset(secret)
  const again = await reset(secret, 'a third horse battery')
  expect([again.status, again.headers.get('inkproof-error')]).toEqual([410, 'LINK_USED'])
  expect((await check(secret)).text).toContain('This link has already been used.')
  expect((await login({ email, password: NEW_PASSWORD })).status).toBe(200)
})

test('only one of twenty concurrent uses of a link succeeds', async () => {
  const { email } = await register()
  const secret = await requestSecret(email)
  const passwords = Array.from({ length: 20 }, (_, i) => `${NEW_PASSWORD} number ${i}`)
  const responses = await Promise.all(passwords.map((password) => reset(secret, password)))
  const done = responses.flatMap(({ status }, i) => (status === 204 ? [passwords[i]] : []))
  expect(done).toHaveLength(1)
  expect((await login({ email, password: done[0] })).status).toBe(200)
})

test('opening a link, as mail scanners do, does not use it up', async () => {
  const secret = await requestSecret((await register()).email)
  for (let i = 0; i < 5; i++) expect((await check(secret)).status).toBe(200)
  expect((await auth.send('GET', `/api/auth/reset-password?token=${secret}`)).status).toBe(405)
  expect((await reset(secret)).status).toBe(204)
})

test('a link is valid for one hour', async () => {
  const { email } = await register()
  const secret = await requestSecret(email)
  const row = await newest(email)
  expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(3_600_000)
  // Bypasses mongoose, because the field is immutable.
  await tokens().collection.updateOne(
    { _id: row._id as never },
    { $set: { expiresAt: new Date() } },
  )
  for (const response of [await check(secret), await reset(secret)])
    expect([response.status, response.headers.get('inkproof-error')]).toEqual([410, 'LINK_EXPIRED'])
})

test('a made-up secret is rejected as unknown', async () => {
  const response = await check('not-a-secret')
  expect([response.status, response.headers.get('inkproof-error')]).toEqual([404, 'LINK_UNKNOWN'])
})

test('a link stays valid after a refused password', async () => {
  const secret = await requestSecret((await register()).email)
  expect((await reset(secret, 'short')).headers.get('inkproof-error')).toBe('PASSWORD_TOO_SHORT')
  expect((await reset(secret, 'password')).headers.get('inkproof-error')).toBe(
    'PASSWORD_TOO_COMMON',
  )
  expect((await reset(secret)).status).toBe(204)
})

test('using one link invalidates the others', async () => {
  const { email } = await register()
  const first = await requestSecret(email)
  const before = (await newest(email))._id
  await forgot(email)
  const second = await waitForNewerSecret(email, before)
  await reset(second)
  expect((await reset(first)).headers.get('inkproof-error')).toBe('LINK_EXPIRED')
})

test('an unknown address gets the same response but no e-mail', async () => {
  const { email: unknown } = person()
  const { email: known } = await register()
  const [forKnown, forUnknown] = [await forgot(known), await forgot(unknown)]
  expect([forUnknown.status, forUnknown.text]).toEqual([forKnown.status, forKnown.text])
  await waitForEmail(known, /Choose a new password/)
  await until(async () => (await newest(unknown)).mail?.state === 'dropped')
  expect(await listEmails(unknown)).toEqual([])
})

test('a known and an unknown address cause the same queries', async () => {
  const { queries, requestReset } = await startWithQueryLog()
  const costs: string[][] = []
  for (const email of [(await register()).email, person().email]) {
    expect((await requestReset(email)).status).toBe(204)
    costs.push(queries.splice(0))
  }
  expect(costs[0]).toContain('tokens.insertOne')
  expect(costs[1]).toEqual(costs[0])
})

test('an address gets at most three reset e-mails an hour, whether or not an account has it', async () => {
  for (const { email } of [await register(), person()]) {
    const statuses: number[] = []
    for (const spelling of [email, email.toUpperCase(), email, email])
      statuses.push((await forgot(spelling)).status)
    expect(statuses).toEqual([204, 204, 204, 429])
    expect(Number((await forgot(email)).headers.get('retry-after'))).toBeGreaterThan(3_000)
  }
})

test('the hour in which an address gets three reset e-mails is any hour', async () => {
  const { email } = person()
  const counted: Parameters<typeof makeCallsOlder>[1] = [
    'auth',
    RESET_REQUESTS,
    emailIdentity(email),
  ]
  await forgot(email)
  await makeCallsOlder(auth.redis.client, counted, 59)
  expect([(await forgot(email)).status, (await forgot(email)).status]).toEqual([204, 204])
  // An hour after the first request, the two others are two minutes old.
  await makeCallsOlder(auth.redis.client, counted, 2)
  expect([(await forgot(email)).status, (await forgot(email)).status]).toEqual([204, 429])
})

test('the link is sent to the account’s address, whatever its letter case in the request', async () => {
  const { email } = await register()
  await forgot(email.toUpperCase())
  expect((await waitForEmail(email, /Choose a new password/)).subject).toBe(
    'Choose a new password for Inkproof',
  )
})

test('each request requires a newly solved verification', async () => {
  const protectedAuth = await startAuth({ captcha: 'altcha' })
  const requestLink = (turnstileToken?: string) =>
    protectedAuth.send('POST', '/api/auth/forgot-password', {
      email: person().email,
      turnstileToken,
    })
  expect((await requestLink()).status).toBe(400)
  expect((await requestLink('disabled-for-testing')).status).toBe(400)
  const solvedToken = await solveVerification(protectedAuth)
  expect([
    (await requestLink(solvedToken)).status,
    (await requestLink(solvedToken)).status,
  ]).toEqual([204, 400])
  await protectedAuth.stop()
})

async function newest(email: string): Promise<TokenRow> {
  const rows = await tokens()
    .find({ ownerId: emailIdentity(email), kind: 'reset' })
    .lean<TokenRow[]>()
  const row = rows.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]
  if (!row) throw new Error('no reset was requested')
  return row
}

/** Waits for the e-mail of a newer link than the given one, and returns its secret. */
async function waitForNewerSecret(email: string, before: string): Promise<string> {
  await until(async () => {
    const row = await newest(email)
    return row._id !== before && row.mail?.state === 'sent'
  })
  const emails = (await listEmails(email)).filter(({ subject }) => /Choose a new/.test(subject))
  return extractLink(emails.at(-1) ?? { text: '' }).secret
}

/** Starts a service without background jobs, over separate connections, and logs the queries of its calls. */
async function startWithQueryLog() {
  const log = createLog('test', 'silent')
  const mongo = openMongo(auth.config.MONGO_URL, log)
  const redis = openRedis(redisAddress(auth.config), log)
  const { connection } = mongo
  const features = composeAuth(auth.config, { redis: redis.client, connection, log })
  const dependencies = [redis, mongo]
  const service = await startService({
    name: 'recovery',
    config: auth.config,
    log,
    dependencies,
    calls: features.calls,
    guards: features.providedBy(platformFeature).guards,
  })
  stops.push(() => service.stop())
  await service.ready
  const queries: string[] = []
  mongo.connection.set('debug', (collection: string, method: string) => {
    queries.push(`${collection}.${method}`)
  })
  const sendCommand = redis.client.sendCommand.bind(redis.client)
  redis.client.sendCommand = ((command: Command) => {
    queries.push(command.name)
    return sendCommand(command)
  }) as typeof sendCommand
  const path = `http://127.0.0.1:${service.port}/api/auth/forgot-password`
  const headers = { 'content-type': 'application/json' }
  const requestReset = (email: string) =>
    fetch(path, { method: 'POST', headers, body: JSON.stringify({ email }) })
  return { queries, requestReset }
}
