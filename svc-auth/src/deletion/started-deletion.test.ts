/** Tests that an account whose deletion has started cannot be used or changed, and that its deletion completes. */
import { until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { accountModel } from '../accounts/accounts.model.ts'
import { accountsFeature } from '../accounts/feature.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { eventModel } from '../events/events.model.ts'
import { deriveKey } from '../platform/derive-key.ts'
import { createOtherService, type OtherService } from '../testing/other-service.ts'
import { newId, registeredPerson } from '../testing/registered-people.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { deletionSweeper } from '../testing/sweep-deletions.ts'
import { outcomes } from '../testing/workspace-people.ts'
import { type TokenRow, tokenModel } from '../tokens/tokens.model.ts'
import { createTokens } from '../tokens/tokens.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const CONFIRMED = { confirmation: 'delete my account' }
const NEW_PASSWORD = 'another horse battery'

let clockOffsetMs = 0
const now = () => new Date(Date.now() + clockOffsetMs)
let auth: TestAuth
let other: OtherService
let sweep: () => Promise<void>
beforeAll(async () => {
  other = await createOtherService()
  // Without a mail server, e-mails stay in the outbox until a test marks them as sent.
  const env = { SMTP_URL: 'smtp://127.0.0.1:9', PERSONAL_DATA_SERVICES: other.setting }
  auth = await startAuth({ now, env })
  sweep = deletionSweeper(auth, now)
})
afterAll(() => auth.stop())
beforeEach(async () => {
  clockOffsetMs = 0
  Object.assign(other, { ended: [], workspaces: [], respondsAfter: Promise.resolve() })
  await other.start()
})
afterEach(() => other.stop())

async function setup() {
  const { accountId: id, token, email, password } = await registeredPerson(auth)
  const accounts = accountModel(auth.mongo.connection)
  const send = (method: string, path: string, body?: object) =>
    auth.send(method, `/api/auth${path}`, body, token)
  return {
    id,
    email,
    send,
    login: (secret = password) => auth.send('POST', '/api/auth/login', { email, password: secret }),
    account: () => accounts.findById(id).lean(),
    set: (fields: object) => accounts.updateOne({ _id: id }, fields),
    /** Schedules the deletion and advances the clock to its date. */
    becomeDue: async () => {
      expect((await send('POST', '/deletion', CONFIRMED)).status).toBe(200)
      clockOffsetMs = 14 * DAY_MS + 1_000
    },
    /** Runs the remaining sweeps of a deletion that has started. */
    complete: async () => {
      await eventModel(auth.mongo.connection).updateOne(
        { accountId: id, kind: 'account-deleted' },
        { 'mail.state': 'sent' },
      )
      for (let sweeps = 0; sweeps < 2; sweeps += 1) {
        clockOffsetMs += 61_000
        await sweep()
      }
    },
  }
}

/** Requests a password reset. Returns the secret of the link. */
async function requestReset(email: string): Promise<string> {
  const response = await auth.send('POST', '/api/auth/forgot-password', { email })
  expect(response.status).toBe(204)
  const model = tokenModel(auth.mongo.connection)
  const row = await model.findOne({ kind: 'reset', ownerId: emailIdentity(email) }).lean<TokenRow>()
  if (!row) throw new Error('no reset link was created')
  const key = deriveKey(auth.config.AUTH_KEY, 'mailed links')
  return createTokens({ model, key, now, enqueue: () => undefined }).secretOf(row)
}

const resetPassword = (token: string) =>
  auth.send('POST', '/api/auth/reset-password', { token, password: NEW_PASSWORD })

test('nobody can sign in to an account being deleted while another service has not responded', async () => {
  const { id, email, send, login, becomeDue, complete, account } = await setup()
  await send('GET', '/workspaces')
  await becomeDue()
  const secret = await requestReset(email)
  let respond: () => void = () => undefined
  other.respondsAfter = new Promise((resolve) => {
    respond = resolve
  })
  const sweeping = sweep()
  await until(() => other.ended.length > 0)
  const responses = [await resetPassword(secret), await login(NEW_PASSWORD), await login()]
  expect(outcomes(responses)).toEqual(['LINK_UNKNOWN', 'CREDENTIALS_WRONG', 'CREDENTIALS_WRONG'])
  expect((await send('GET', '/account')).status).toBe(401)
  expect((await auth.register({ email })).status).toBe(201)
  respond()
  await sweeping
  await sweep()
  expect(other.ended).toContain(id)
  await complete()
  expect(await account()).toBeNull()
})

test('an account whose deletion has started can be neither signed in to nor changed', async () => {
  const { email, send, login, set, account } = await setup()
  const secret = await requestReset(email)
  // Simulates a crash right after the deletion has started: identity, password and session still exist.
  await set({ goneAt: now() })
  const before = await account()
  const responses = [
    await login(),
    await send('GET', '/account'),
    await send('PATCH', '/profile', { firstName: 'Ada', lastName: null }),
    await send('POST', '/deletion', CONFIRMED),
    await send('DELETE', '/deletion'),
    await send('POST', '/workspaces', { name: 'Acme' }),
  ]
  expect(outcomes(responses)).toEqual(responses.map(() => 'SESSION_ENDED'))
  expect(outcomes([await resetPassword(secret)])).toEqual(['LINK_EXPIRED'])
  expect(await account()).toEqual(before)
})

test('pending effects of an earlier change are not applied once a deletion has started', async () => {
  const { id, set } = await setup()
  const owed = { at: now(), keep: null, resets: true, leave: true, tell: [] }
  await set({ owed, goneAt: now() })
  const { accounts } = auth.providedBy(accountsFeature)
  const pending = await accounts.findWithPendingEffects()
  expect(pending.map(({ _id }) => _id)).not.toContain(id)
})

test('deletions that wait for their last e-mail do not block another one', async () => {
  const { id, becomeDue, complete, account } = await setup()
  await becomeDue()
  const goneAt = new Date(now().getTime() - 120_000)
  const { collection } = accountModel(auth.mongo.connection)
  const { removalTriedAt: _, ...row } = (await account()) ?? {}
  const createWaiting = () => ({ ...row, _id: newId(), workspaceId: newId(), goneAt })
  const waiting = Array.from({ length: 50 }, createWaiting)
  await collection.insertMany(waiting as never[])
  await sweep()
  await complete()
  // Sweeps continue the least recently tried deletions first, so the second sweep reaches this account at the latest.
  await complete()
  expect([other.ended.includes(id), await account()]).toEqual([true, null])
  await collection.deleteMany({ _id: { $in: waiting.map(({ _id }) => _id) as never[] } })
})

/** Returns the metric that counts deletions that have started and are not completed. */
async function countStarted(): Promise<number> {
  return Number((await auth.metrics()).match(/^account_deletions_pending\{[^}]*\} (\d+)$/m)?.[1])
}

test('a deletion that has started completes even if its date was removed', async () => {
  const { set, becomeDue, complete, account } = await setup()
  await becomeDue()
  await sweep()
  const started = await countStarted()
  expect(started).toBeGreaterThan(0)
  await set({ deleteAt: null })
  expect(await countStarted()).toBe(started)
  await complete()
  expect(await account()).toBeNull()
})
