/** Tests that sessions end even if Redis becomes unreachable or the process dies after the account has changed. */
import { DELETION_PHRASE } from '@inkproof/protocol/profile'
import { createLog } from '@inkproof/service-kit/log'
import { openRedis, type RedisDependency } from '@inkproof/service-kit/redis'
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
import { extractLink, listEmails, waitForEmail } from '../testing/mailbox.ts'
import { person, startAuth, type TestAuth } from '../testing/start.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { sessionEndingChange } from './end-sessions.ts'
import { sessionsFeature } from './feature.ts'

const NEW_PASSWORD = 'another horse battery'

let redisServer: TestRedis
let auth: TestAuth
beforeAll(async () => {
  redisServer = await startTestRedis()
  auth = await startAuth({ redisUrl: redisServer.url, mongoUrl: testDatabase('auth-ending') })
})
const connections: RedisDependency[] = []
afterAll(async () => {
  redisServer.resume()
  await Promise.all(connections.map((connection) => connection.close()))
  await auth.stop()
  await redisServer.remove()
})

const me = async (token: string) =>
  (await auth.send('GET', '/api/auth/me', undefined, token)).status
const login = (email: string, password: string) =>
  auth.send('POST', '/api/auth/login', { email, password })

async function register() {
  const credentials = person()
  return { ...credentials, token: (await auth.register(credentials)).body().token as string }
}

async function requestSecret(email: string, except = ''): Promise<string> {
  await auth.send('POST', '/api/auth/forgot-password', { email })
  let secret = ''
  await until(async () => {
    const emails = (await listEmails(email)).filter(({ subject }) => /Choose a new/.test(subject))
    secret = extractLink(emails.at(-1) ?? { text: '' }).secret
    return secret !== '' && secret !== except
  })
  return secret
}

/**
 * Composes the features as in a process that has lost Redis: its connection is never opened, so its commands fail and
 * its jobs do not run. The process started by `beforeAll` must complete its work.
 */
function composeWithUnconnectedRedis() {
  const log = createLog('svc-auth', 'silent')
  const redis = openRedis(redisServer.url, log)
  connections.push(redis)
  const { connection } = auth.mongo
  const { providedBy } = composeAuth(auth.config, { redis: redis.client, connection, log })
  return {
    ...providedBy(accountsFeature),
    ...providedBy(callersFeature),
    ...providedBy(tokensFeature),
    ...providedBy(sessionsFeature),
    ...providedBy(runtime),
  }
}

/** Freezes Redis after the account has changed, as soon as its sessions are read. */
function freezeRedisBeforeSessionsEnd(): void {
  const { client } = auth.redis
  const smembers = client.smembers.bind(client)
  client.smembers = ((key: string) => {
    redisServer.pause()
    client.smembers = smembers
    return smembers(key)
  }) as typeof client.smembers
}

test('another process completes a reset whose process died before the sessions ended', async () => {
  const { email, token } = await register()
  const other = await requestSecret(email)
  const secret = await requestSecret(email, other)
  const caller = { network: 'x', address: '192.0.2.1', device: 'Firefox on Linux', browserId: 'x' }
  const interrupted = resetPassword(
    composeWithUnconnectedRedis(),
    { token: secret, password: NEW_PASSWORD },
    caller,
  )
  await expect(interrupted).rejects.toThrow()
  await until(async () => (await me(token)) === 401)
  const secondReset = { token: other, password: NEW_PASSWORD }
  const response = await auth.send('POST', '/api/auth/reset-password', secondReset)
  expect(response.headers.get('inkproof-error')).toBe('LINK_EXPIRED')
  await waitForEmail(email, /Your password was reset/)
  expect((await login(email, NEW_PASSWORD)).status).toBe(200)
})

test('if Redis freezes after a password change, the old sessions end once it is back', async () => {
  const { email, password, token } = await register()
  const otherToken = (await login(email, password)).body().token
  freezeRedisBeforeSessionsEnd()
  const change = { currentPassword: password, newPassword: NEW_PASSWORD }
  expect((await auth.send('POST', '/api/auth/password', change, token)).status).toBe(503)
  redisServer.resume()
  let newToken = ''
  await until(async () => {
    newToken =
      (await login(email, NEW_PASSWORD).then(
        (response) => response.status === 200 && response.body().token,
      )) || ''
    return newToken !== ''
  })
  await until(async () => (await me(otherToken)) === 401)
  await until(async () =>
    (await listEmails(email)).some(({ subject }) => /password/i.test(subject)),
  )
  expect([await me(token), await me(newToken)]).toEqual([200, 200])
})

test('if Redis freezes after a deletion request, the owner is notified and the other sessions end', async () => {
  const { email, password, token } = await register()
  const otherToken = (await login(email, password)).body().token
  freezeRedisBeforeSessionsEnd()
  const request = { confirmation: DELETION_PHRASE }
  expect((await auth.send('POST', '/api/auth/deletion', request, token)).status).toBe(503)
  redisServer.resume()
  await waitForEmail(email, /Your account will be deleted/)
  await until(async () => (await me(otherToken)) === 401)
  expect(await me(token)).toBe(200)
})

test('a later change does not keep a session that an earlier change should have ended', async () => {
  const { email } = await register()
  const account = await accountModel(auth.mongo.connection).findOne({ email }).lean<AccountRow>()
  if (!account) throw new Error('account not found')
  const at = new Date()
  const pending = { ...account, ...sessionEndingChange(account, {}, { keep: 'kept' }, at) }
  const keptBy = (keep: string) => sessionEndingChange(pending, {}, { keep }, at).owed?.keep
  expect([keptBy('another'), keptBy('kept')]).toEqual([null, 'kept'])
})
