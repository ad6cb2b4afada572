import { sessionKey } from '@inkproof/service-kit/auth'
import { until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { accountModel } from '../accounts/accounts.model.ts'
import { identityModel } from '../accounts/identities.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { type EventRow, eventModel } from '../events/events.model.ts'
import { pictureModel } from '../profile/pictures.model.ts'
import { registeredPerson } from '../testing/registered-people.ts'
import { sessionIdOf, startAuth, type TestAuth } from '../testing/start.ts'
import { deletionSweeper } from '../testing/sweep-deletions.ts'
import { createWorkspacePeople } from '../testing/workspace-people.ts'
import { tokenModel } from '../tokens/tokens.model.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const CONFIRMED = { confirmation: 'delete my account' }
/** E-mails stay in the outbox until a test marks them as sent. */
const NO_MAIL_SERVER = 'smtp://127.0.0.1:9'

let clock = new Date()
let auth: TestAuth
let sweep: () => Promise<void>
beforeAll(async () => {
  auth = await startAuth({ now: () => clock, env: { SMTP_URL: NO_MAIL_SERVER } })
  sweep = deletionSweeper(auth, () => clock)
})
beforeEach(() => {
  clock = new Date()
})
afterAll(() => auth.stop())

async function setup() {
  const { accountId: id, token, email, password } = await registeredPerson(auth)
  const credentials = { email, password }
  const call = (method: string, body?: unknown, by = token) =>
    auth.send(method, '/api/auth/deletion', body, by)
  return {
    id,
    credentials,
    token,
    requestDeletion: (body: unknown = CONFIRMED) => call('POST', body),
    requestWithKey: () =>
      auth.send('POST', '/api/auth/deletion', CONFIRMED, token, { 'idempotency-key': 'k1' }),
    idempotencyKeys: [`idempotency:{auth:${id}}`, `idempotency-expiry:{auth:${id}}`],
    cancel: () => call('DELETE'),
    signIn: () => auth.send('POST', '/api/auth/login', credentials),
    me: (by = token) => auth.send('GET', '/api/auth/me', undefined, by),
    requestReset: () => auth.send('POST', '/api/auth/forgot-password', { email }),
  }
}

const advanceDays = (days: number, ms = 0) => {
  clock = new Date(Date.now() + days * DAY_MS + ms)
}

const account = (id: string) => accountModel(auth.mongo.connection).findById(id).lean()
const events = (accountId: string): Promise<EventRow[]> =>
  eventModel(auth.mongo.connection).find({ accountId }).sort({ at: 1 }).lean<EventRow[]>()

/** Counts the rows of each kind that refer to the user. */
async function countRowsOf(id: string, email: string): Promise<number[]> {
  const { connection } = auth.mongo
  return Promise.all([
    accountModel(connection).countDocuments({ _id: id }),
    identityModel(connection).countDocuments({ _id: emailIdentity(email) }),
    eventModel(connection).countDocuments({ accountId: id }),
    tokenModel(connection).countDocuments({ ownerId: { $in: [id, emailIdentity(email)] } }),
    pictureModel(connection).countDocuments({ accountId: id }),
  ])
}

/** Marks the last e-mail as accepted by the mail server. */
const markMailSent = (accountId: string) =>
  eventModel(auth.mongo.connection).updateOne(
    { accountId, kind: 'account-deleted' },
    { 'mail.state': 'sent' },
  )

test('a confirmed deletion request schedules the deletion in 14 days and notifies the owner', async () => {
  const { id, credentials, requestDeletion, token } = await setup()
  const response = await requestDeletion()
  const date = new Date(clock.getTime() + 14 * DAY_MS).toISOString()
  expect([response.status, response.body()]).toEqual([200, { deleteAt: date }])
  const view = await auth.send('GET', '/api/auth/account', undefined, token)
  expect(view.body().deleteAt).toBe(date)
  expect(await events(id)).toMatchObject([
    { kind: 'deletion-asked', data: { deleteAt: date }, mail: { to: credentials.email } },
  ])
})

test('a deletion request ends all sessions except the current one', async () => {
  const { requestDeletion, signIn, me } = await setup()
  const other = (await signIn()).body().token
  await requestDeletion()
  expect([(await me(other)).status, (await me()).status]).toEqual([401, 200])
})

test('a repeated request does not change the date and sends no second e-mail', async () => {
  const { id, requestDeletion } = await setup()
  const first = (await requestDeletion()).body()
  clock = new Date(clock.getTime() + 60_000)
  expect((await requestDeletion()).body()).toEqual(first)
  expect(await events(id)).toHaveLength(1)
})

test.each([
  ['without the confirmation phrase', {}],
  ['with another phrase', { confirmation: 'yes' }],
])('a request %s schedules nothing', async (_name, body) => {
  const { id, requestDeletion } = await setup()
  expect((await requestDeletion(body)).status).toBe(400)
  expect(await account(id)).toMatchObject({ deleteAt: null })
})

test('a deletion request requires a recent sign-in', async () => {
  const { id, requestDeletion } = await setup()
  clock = new Date(clock.getTime() + 11 * 60_000)
  const response = await requestDeletion()
  expect([response.status, response.headers.get('inkproof-error')]).toEqual([403, 'PROOF_NEEDED'])
  expect(await account(id)).toMatchObject({ deleteAt: null })
})

test('an account whose deletion is cancelled is not deleted, and its owner is notified once', async () => {
  const { id, requestDeletion, cancel, signIn } = await setup()
  await requestDeletion()
  expect([(await cancel()).status, (await cancel()).status]).toEqual([204, 204])
  advanceDays(15)
  await sweep()
  expect(await account(id)).toMatchObject({ deleteAt: null, goneAt: null })
  const notices = (await events(id)).filter(({ kind }) => kind === 'deletion-cancelled')
  expect(notices).toHaveLength(1)
  expect((await signIn()).status).toBe(200)
})

test('an account is not deleted before its date', async () => {
  const { id, requestDeletion } = await setup()
  await requestDeletion()
  advanceDays(14, -60_000)
  await sweep()
  expect(await account(id)).toMatchObject({ goneAt: null })
})

test('on the scheduled date, the account loses its sign-in methods and all data about the user is removed', async () => {
  const { id, credentials, requestWithKey, idempotencyKeys, signIn, me, requestReset, token } =
    await setup()
  await pictureModel(auth.mongo.connection).create({
    _id: `p-${id}`,
    accountId: id,
    bytes: Buffer.from('x'),
    createdAt: clock,
  })
  await requestReset()
  expect(await countRowsOf(id, credentials.email)).toEqual([1, 1, 0, 1, 1])
  await requestWithKey()
  const keys = [sessionKey({ accountId: id, sessionId: sessionIdOf(token) }), ...idempotencyKeys]
  expect(await auth.redis.client.exists(keys)).toBe(3)
  advanceDays(14)
  await sweep()
  expect([(await signIn()).status, (await me()).status]).toEqual([401, 401])
  expect(await events(id)).toMatchObject([
    { kind: 'account-deleted', mail: { to: credentials.email, state: 'due' } },
  ])
  await markMailSent(id)
  advanceDays(14, 2 * 60_000)
  await sweep()
  advanceDays(14, 4 * 60_000)
  await sweep()
  expect(await countRowsOf(id, credentials.email)).toEqual([0, 0, 0, 0, 0])
  expect(await auth.redis.client.exists(keys)).toBe(0)
})

test('the address is kept only until the last e-mail is sent', async () => {
  const { id, credentials, requestDeletion } = await setup()
  await requestDeletion()
  advanceDays(14)
  await sweep()
  advanceDays(15)
  await sweep()
  expect(await countRowsOf(id, credentials.email)).toEqual([1, 0, 1, 0, 0])
  expect(await account(id)).toMatchObject({ email: credentials.email, passwordHash: null })
  await markMailSent(id)
  await sweep()
  advanceDays(15, 2 * 60_000)
  await sweep()
  expect(await countRowsOf(id, credentials.email)).toEqual([0, 0, 0, 0, 0])
})

test('the address is free for a new account as soon as the deletion of the old one has started', async () => {
  const { id, credentials, requestDeletion, requestReset } = await setup()
  await requestDeletion()
  advanceDays(14)
  await sweep()
  const again = await auth.register(credentials)
  expect(again.status).toBe(201)
  const newId = again.body().user.id
  expect(newId).not.toBe(id)
  // Requested by the person who has the address now.
  clock = new Date(clock.getTime() + 1_000)
  await requestReset()
  const linksBefore = (await countRowsOf(newId, credentials.email))[3]
  await markMailSent(id)
  advanceDays(15)
  await sweep()
  expect((await countRowsOf(newId, credentials.email))[3]).toBe(linksBefore)
  expect((await auth.send('POST', '/api/auth/login', credentials)).status).toBe(200)
})

test('a cancellation during a sweep either preserves the whole account or fails', async () => {
  for (let round = 0; round < 8; round += 1) {
    clock = new Date()
    const { id, requestDeletion, cancel, signIn } = await setup()
    await requestDeletion()
    advanceDays(14, 1_000)
    const [cancelled] = await Promise.all([cancel(), sweep(), cancel()])
    const isGone = (await account(id))?.goneAt != null
    expect(cancelled.status).toBe(isGone ? 401 : 204)
    expect((await signIn()).status).toBe(isGone ? 401 : 200)
  }
})

test('concurrent sweeps schedule the last e-mail only once', async () => {
  const { id, requestDeletion } = await setup()
  await requestDeletion()
  advanceDays(14)
  await Promise.all([sweep(), sweep(), sweep()])
  expect((await events(id)).map(({ kind }) => kind)).toEqual(['account-deleted'])
})

test('the service runs a sweep when it starts', async () => {
  const { id, requestDeletion } = await setup()
  await requestDeletion()
  const next = await startAuth({
    mongoUrl: auth.config.MONGO_URL,
    env: { SMTP_URL: NO_MAIL_SERVER },
    key: auth.key,
    now: () => new Date(Date.now() + 15 * DAY_MS),
  })
  await until(async () => (await account(id))?.goneAt != null)
  // `stop` would drop the shared database.
  await next.end()
})

test('the only owner of a shared workspace must transfer it first', async () => {
  const people = createWorkspacePeople(auth)
  const owner = await people.newPerson()
  await people.as(owner).list()
  const shared = await people.as(owner).createWorkspace('Acme Legal')
  const colleague = await people.addMember(owner, shared, 'member')
  const requestDeletion = (token: string) =>
    auth.send('POST', '/api/auth/deletion', CONFIRMED, token)
  const response = await requestDeletion(owner.token)
  expect([response.status, response.text]).toEqual([
    409,
    'You are the only owner of a workspace that has other members (Acme Legal). ' +
      'Make another member an owner, or remove the other members, then try again.',
  ])
  expect(await account(owner.accountId)).toMatchObject({ deleteAt: null })
  expect((await requestDeletion(colleague.token)).status).toBe(200)
  advanceDays(14)
  await sweep()
  const { members } = await people.as(owner).view(shared)
  expect(members.map(({ accountId }) => accountId)).toEqual([owner.accountId])
})
