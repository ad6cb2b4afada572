import type { HistoryPage } from '@inkproof/protocol/profile'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { eventModel } from '../events/events.model.ts'
import { newBrowser, signUpByPasskey } from '../testing/factors.ts'
import type { TestProvider } from '../testing/provider.ts'
import { providerPeople, startWithProvider } from '../testing/provider-people.ts'
import { registeredPerson } from '../testing/registered-people.ts'
import type { TestAuth, TestResponse } from '../testing/start.ts'
import { createTestWallet } from '../testing/wallets.ts'

let provider: TestProvider
let auth: TestAuth
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ provider, auth, stop } = await startWithProvider())
})
afterAll(() => stop())

/** Creates a person with `count` events, some at the same time; the newest has the highest number. */
async function createPersonWithEvents(count: number) {
  const { accountId, token } = await registeredPerson(auth)
  const rows = Array.from({ length: count }, (_, number) => ({
    _id: `${accountId}.test-mail.${String(number).padStart(3, '0')}`,
    accountId,
    kind: 'test-mail',
    at: new Date(1_700_000_000_000 + Math.floor(number / 3) * 1_000),
    data: { number: `${number}` },
  }))
  if (count > 0) await eventModel(auth.mongo.connection).insertMany(rows)
  return token
}

async function read(token: string, before?: string): Promise<HistoryPage> {
  const query = before === undefined ? '' : `?before=${before}`
  return (await auth.send('GET', `/api/auth/history${query}`, undefined, token)).body()
}

test('the pages list each event once, newest first', async () => {
  const token = await createPersonWithEvents(45)
  const pages = [await read(token)]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
    pages.push(await read(token, next))
  expect(pages.map(({ events }) => events.length)).toEqual([20, 20, 5])
  const numbers = pages.flatMap(({ events }) => events.map(({ data }) => Number(data['number'])))
  expect(numbers).toEqual(Array.from({ length: 45 }, (_, index) => 44 - index))
})

test('a page that is exactly full is the last one', async () => {
  const page = await read(await createPersonWithEvents(20))
  expect([page.events.length, page.next]).toEqual([20, null])
})

const { addPerson, signInAs } = providerPeople(
  () => auth,
  () => provider,
)

test.each<[string, () => Promise<TestResponse>]>([
  ['password', () => auth.register()],
  ['passkey', async () => (await signUpByPasskey(auth, newBrowser(auth))).response],
  ['wallet', () => createTestWallet(auth).signIn()],
  ['provider', () => signInAs(addPerson())],
])('the history of an account created by %s starts with its creation', async (method, create) => {
  const { token } = (await create()).body()
  const { events } = await read(token)
  expect(events.map(({ kind, data }) => [kind, data])).toEqual([
    ['account-created', { way: method, device: 'unknown', place: 'local' }],
  ])
})

test('signing in again does not record the creation again', async () => {
  const [wallet, name] = [createTestWallet(auth), addPerson()]
  for (const signIn of [() => wallet.signIn(), () => signInAs(name)]) {
    await signIn()
    const { events } = await read((await signIn()).body().token)
    expect(events.filter(({ kind }) => kind === 'account-created')).toHaveLength(1)
  }
})

test('a person without events has an empty history', async () => {
  expect(await read(await createPersonWithEvents(0))).toEqual({ events: [], next: null })
})

test('another user’s cursor gives no access to their history, and a session is required', async () => {
  const [token, otherToken] = [await createPersonWithEvents(21), await createPersonWithEvents(2)]
  const { next } = await read(token)
  const { events } = await read(otherToken, next ?? '')
  expect(events.every(({ data }) => Number(data['number']) < 2)).toBe(true)
  expect((await auth.send('GET', '/api/auth/history')).status).toBe(401)
})

test.each([
  ['an invalid cursor', 'x'],
  ['a MongoDB operator', Buffer.from('{"$gt":""}').toString('base64url')],
])('a request for a page with %s is refused', async (_name, before) => {
  const token = await createPersonWithEvents(0)
  const response = await auth.send('GET', `/api/auth/history?before=${before}`, undefined, token)
  expect(response.status).toBe(400)
})
