import { until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { accountModel } from '../accounts/accounts.model.ts'
import { identityModel } from '../accounts/identities.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { type EventRow, eventModel } from '../events/events.model.ts'
import { pictureModel } from '../profile/pictures.model.ts'
import { colleaguesOf } from '../testing/colleagues.ts'
import { knownPerson } from '../testing/known-people.ts'
import { sessionIdOf, startAuth, type TestAuth } from '../testing/start.ts'
import { deletionSweeper } from '../testing/sweep-deletions.ts'
import { tokenModel } from '../tokens/tokens.model.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const CONFIRMED = { confirmation: 'delete my account' }
/** Keeps an e-mail due until a test has it sent. */
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
  const { accountId: id, token, email, password } = await knownPerson(auth)
  const someone = { email, password }
  const call = (method: string, body?: unknown, by = token) =>
    auth.send(method, '/api/auth/deletion', body, by)
  return {
    id,
    someone,
    token,
    ask: (body: unknown = CONFIRMED) => call('POST', body),
    askWithKey: () =>
      auth.send('POST', '/api/auth/deletion', CONFIRMED, token, { 'idempotency-key': 'k1' }),
    keptAnswers: () => auth.redis.client.smembers(`idempotency-of:auth:${id}`),
    cancel: () => call('DELETE'),
    signIn: () => auth.send('POST', '/api/auth/login', someone),
    me: (by = token) => auth.send('GET', '/api/auth/me', undefined, by),
  }
}

const later = (days: number, ms = 0) => {
  clock = new Date(Date.now() + days * DAY_MS + ms)
}

const account = (id: string) => accountModel(auth.mongo.connection).findById(id).lean()
const events = (accountId: string): Promise<EventRow[]> =>
  eventModel(auth.mongo.connection).find({ accountId }).sort({ at: 1 }).lean<EventRow[]>()

/** The number of rows of any kind that refer to the person. */
async function rowsOf(id: string, email: string): Promise<number[]> {
  const { connection } = auth.mongo
  return Promise.all([
    accountModel(connection).countDocuments({ _id: id }),
    identityModel(connection).countDocuments({ _id: emailIdentity(email) }),
    eventModel(connection).countDocuments({ accountId: id }),
    tokenModel(connection).countDocuments({ ownerId: id }),
    pictureModel(connection).countDocuments({ accountId: id }),
  ])
}

/** As if the mail server had accepted it. */
const takeMail = (accountId: string) =>
  eventModel(auth.mongo.connection).updateOne(
    { accountId, kind: 'account-deleted' },
    { 'mail.state': 'sent' },
  )

test('a requested and confirmed deletion is scheduled in 14 days, and the owner is notified', async () => {
  const { id, someone, ask, token } = await setup()
  const response = await ask()
  const day = new Date(clock.getTime() + 14 * DAY_MS).toISOString()
  expect([response.status, response.body()]).toEqual([200, { deleteAt: day }])
  const view = await auth.send('GET', '/api/auth/account', undefined, token)
  expect(view.body().deleteAt).toBe(day)
  expect(await events(id)).toMatchObject([
    { kind: 'deletion-asked', data: { deleteAt: day }, mail: { to: someone.email } },
  ])
})

test('it ends the other sessions and keeps the current one', async () => {
  const { ask, signIn, me } = await setup()
  const other = (await signIn()).body().token
  await ask()
  expect([(await me(other)).status, (await me()).status]).toEqual([401, 200])
})

test('requested again, the date and the e-mail stay the same', async () => {
  const { id, ask } = await setup()
  const first = (await ask()).body()
  clock = new Date(clock.getTime() + 60_000)
  expect((await ask()).body()).toEqual(first)
  expect(await events(id)).toHaveLength(1)
})

test.each([
  ['without the words', {}],
  ['with others', { confirmation: 'yes' }],
])('%s nothing is set', async (_name, body) => {
  const { id, ask } = await setup()
  expect((await ask(body)).status).toBe(400)
  expect(await account(id)).toMatchObject({ deleteAt: null })
})

test('it requires a recent proof of identity', async () => {
  const { id, ask } = await setup()
  clock = new Date(clock.getTime() + 11 * 60_000)
  const response = await ask()
  expect([response.status, response.headers.get('inkproof-error')]).toEqual([403, 'PROOF_NEEDED'])
  expect(await account(id)).toMatchObject({ deleteAt: null })
})

test('if cancelled, the account stays, and its owner is notified once', async () => {
  const { id, ask, cancel, signIn } = await setup()
  await ask()
  expect([(await cancel()).status, (await cancel()).status]).toEqual([204, 204])
  later(15)
  await sweep()
  expect(await account(id)).toMatchObject({ deleteAt: null, goneAt: null })
  const told = (await events(id)).filter(({ kind }) => kind === 'deletion-cancelled')
  expect(told).toHaveLength(1)
  expect((await signIn()).status).toBe(200)
})

test('an account is left alone before its date', async () => {
  const { id, ask } = await setup()
  await ask()
  later(14, -60_000)
  await sweep()
  expect(await account(id)).toMatchObject({ goneAt: null })
})

test('on its date no sign-in method is left, and everything about the person is removed', async () => {
  const { id, someone, askWithKey, keptAnswers, signIn, me, token } = await setup()
  await pictureModel(auth.mongo.connection).create({
    _id: `p-${id}`,
    accountId: id,
    bytes: Buffer.from('x'),
    createdAt: clock,
  })
  await askWithKey()
  const session = `session:${sessionIdOf(token)}`
  const [answer = ''] = await keptAnswers()
  expect(await auth.redis.client.exists(session, answer)).toBe(2)
  later(14)
  await sweep()
  expect([(await signIn()).status, (await me()).status]).toEqual([401, 401])
  expect(await events(id)).toMatchObject([
    { kind: 'account-deleted', mail: { to: someone.email, state: 'due' } },
  ])
  await takeMail(id)
  later(14, 2 * 60_000)
  await sweep()
  expect(await rowsOf(id, someone.email)).toEqual([0, 0, 0, 0, 0])
  expect(await auth.redis.client.exists(session, answer)).toBe(0)
  expect(await keptAnswers()).toEqual([])
})

test('the address is kept until the last e-mail is sent, and no longer', async () => {
  const { id, someone, ask } = await setup()
  await ask()
  later(14)
  await sweep()
  later(15)
  await sweep()
  expect(await rowsOf(id, someone.email)).toEqual([1, 0, 1, 0, 0])
  expect(await account(id)).toMatchObject({ email: someone.email, passwordHash: null })
  await takeMail(id)
  await sweep()
  expect(await rowsOf(id, someone.email)).toEqual([0, 0, 0, 0, 0])
})

test('the address is free for a new account as soon as the old one is deleted', async () => {
  const { id, someone, ask } = await setup()
  await ask()
  later(14)
  await sweep()
  const again = await auth.register(someone)
  expect(again.status).toBe(201)
  expect(again.body().user.id).not.toBe(id)
  await takeMail(id)
  later(15)
  await sweep()
  expect((await auth.send('POST', '/api/auth/login', someone)).status).toBe(200)
})

test('cancelled at the very moment of its date, it is either kept whole or deleted', async () => {
  for (let round = 0; round < 8; round += 1) {
    clock = new Date()
    const { id, ask, cancel, signIn } = await setup()
    await ask()
    later(14, 1_000)
    const [cancelled] = await Promise.all([cancel(), sweep(), cancel()])
    const isGone = (await account(id))?.goneAt != null
    expect(cancelled.status).toBe(isGone ? 401 : 204)
    expect((await signIn()).status).toBe(isGone ? 401 : 200)
  }
})

test('two concurrent sweeps delete it once and notify once', async () => {
  const { id, ask } = await setup()
  await ask()
  later(14)
  await Promise.all([sweep(), sweep(), sweep()])
  expect((await events(id)).map(({ kind }) => kind)).toEqual(['account-deleted'])
})

test('the service sweeps by itself when it starts', async () => {
  const { id, ask } = await setup()
  await ask()
  const next = await startAuth({
    mongoUrl: auth.config.MONGO_URL,
    env: { SMTP_URL: NO_MAIL_SERVER },
    key: auth.key,
    now: () => new Date(Date.now() + 15 * DAY_MS),
  })
  await until(async () => (await account(id))?.goneAt != null)
  // Not its `stop`, which drops the database.
  await next.end()
})

test('the only owner of a shared workspace must transfer it first', async () => {
  const people = colleaguesOf(auth)
  const owner = await people.newcomer()
  await people.as(owner).list()
  const shared = await people.as(owner).found('Acme Legal')
  const colleague = await people.letIn(owner, shared, 'member')
  const ask = (token: string) => auth.send('POST', '/api/auth/deletion', CONFIRMED, token)
  const response = await ask(owner.token)
  expect([response.status, response.text]).toEqual([
    409,
    'You are the only owner of a workspace that has other members (Acme Legal). ' +
      'Make another member an owner, or remove the other members, then try again.',
  ])
  expect(await account(owner.accountId)).toMatchObject({ deleteAt: null })
  expect((await ask(colleague.token)).status).toBe(200)
  later(14)
  await sweep()
  const { members } = await people.as(owner).view(shared)
  expect(members.map(({ accountId }) => accountId)).toEqual([owner.accountId])
})
