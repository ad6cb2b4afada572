/** Ending all sessions while Redis is unreachable or the service dies between the change and its effect. */
import { createLog } from '@inkproof/service-kit/log'
import { openRedis, type RedisPart } from '@inkproof/service-kit/redis'
import {
  startTestRedis,
  type TestRedis,
  testDatabase,
  until,
} from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type AccountRow, accountModel } from '../accounts/accounts.model.ts'
import { accountsFeature } from '../accounts/feature.ts'
import { callersFeature } from '../callers/feature.ts'
import { composeAuth } from '../features.ts'
import { runtime } from '../platform/feature.ts'
import { resetPassword } from '../recovery/reset-password.ts'
import { linkIn, mailsTo, mailTo } from '../testing/mailbox.ts'
import { person, startAuth, type TestAuth } from '../testing/start.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { ending } from './end-sessions.ts'
import { sessionsFeature } from './feature.ts'

const NEW = 'another horse battery'

let server: TestRedis
let auth: TestAuth
beforeAll(async () => {
  server = await startTestRedis()
  auth = await startAuth({ redisUrl: server.url, mongoUrl: testDatabase('auth-ending') })
})
const connections: RedisPart[] = []
afterAll(async () => {
  server.resume()
  await Promise.all(connections.map((connection) => connection.close()))
  await auth.stop()
  await server.remove()
})

const me = async (token: string) =>
  (await auth.send('GET', '/api/auth/me', undefined, token)).status
const login = (email: string, password: string) =>
  auth.send('POST', '/api/auth/login', { email, password })

async function register() {
  const someone = person()
  return { ...someone, token: (await auth.register(someone)).body().token as string }
}

async function linkFor(email: string, besides = ''): Promise<string> {
  await auth.send('POST', '/api/auth/forgot-password', { email })
  let secret = ''
  await until(async () => {
    const mails = (await mailsTo(email)).filter(({ subject }) => /Choose a new/.test(subject))
    secret = linkIn(mails.at(-1) ?? { text: '' }).secret
    return secret !== '' && secret !== besides
  })
  return secret
}

/** A process that loses Redis and then dies: its remaining work is left to others. */
function dying() {
  const log = createLog('svc-auth', 'silent')
  const redis = openRedis(server.url, log)
  connections.push(redis)
  const { connection } = auth.mongo
  const { given } = composeAuth(auth.config, { redis: redis.client, connection, log })
  return {
    ...given(accountsFeature),
    ...given(callersFeature),
    ...given(tokensFeature),
    ...given(sessionsFeature),
    ...given(runtime),
  }
}

/** Freezes Redis when the sessions of an account are read, after the account has changed. */
function freezeBeforeEnding(): void {
  const { client } = auth.redis
  const smembers = client.smembers.bind(client)
  client.smembers = ((key: string) => {
    server.pause()
    client.smembers = smembers
    return smembers(key)
  }) as typeof client.smembers
}

test('a reset whose process died before the sessions ended is completed by another process', async () => {
  const { email, token } = await register()
  const other = await linkFor(email)
  const secret = await linkFor(email, other)
  const caller = { network: 'x', address: '192.0.2.1', device: 'Firefox on Linux', browserId: 'x' }
  const cutOff = resetPassword(dying(), { token: secret, password: NEW }, caller)
  await expect(cutOff).rejects.toThrow()
  await until(async () => (await me(token)) === 401)
  const again = { token: other, password: NEW }
  const response = await auth.send('POST', '/api/auth/reset-password', again)
  expect(response.headers.get('inkproof-error')).toBe('LINK_EXPIRED')
  await mailTo(email, /Your password was reset/)
  expect((await login(email, NEW)).status).toBe(200)
})

test('if Redis freezes in between, sessions end once it is back; the kept one and newer ones stay', async () => {
  const { email, password, token } = await register()
  const thief = (await login(email, password)).body().token
  freezeBeforeEnding()
  const change = { currentPassword: password, newPassword: NEW }
  expect((await auth.send('POST', '/api/auth/password', change, token)).status).toBe(503)
  server.resume()
  let since = ''
  await until(async () => {
    since =
      (await login(email, NEW).then(
        (response) => response.status === 200 && response.body().token,
      )) || ''
    return since !== ''
  })
  await until(async () => (await me(thief)) === 401)
  await until(async () => (await mailsTo(email)).some(({ subject }) => /password/i.test(subject)))
  expect([await me(token), await me(since)]).toEqual([200, 200])
})

test('a session that should have ended earlier is not kept by a later change', async () => {
  const { email } = await register()
  const account = await accountModel(auth.mongo.connection).findOne({ email }).lean<AccountRow>()
  if (!account) throw new Error('there is no account')
  const at = new Date()
  const owing = { ...account, ...ending(account, {}, { keep: 'theirs' }, at) }
  const keptBy = (keep: string) => ending(owing, {}, { keep }, at).owed?.keep
  expect([keptBy('a thief’s'), keptBy('theirs')]).toEqual([null, 'theirs'])
})
