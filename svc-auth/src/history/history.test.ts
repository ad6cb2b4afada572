import type { HistoryPage } from '@inkproof/protocol/profile'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { eventModel } from '../events/events.model.ts'
import { newBrowser, signUpByPasskey } from '../testing/factors.ts'
import { knownPerson } from '../testing/known-people.ts'
import type { TestProvider } from '../testing/provider.ts'
import { providerPeople, startWithProvider } from '../testing/provider-people.ts'
import type { Sent, TestAuth } from '../testing/start.ts'
import { walletOf } from '../testing/wallets.ts'

let provider: TestProvider
let auth: TestAuth
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ provider, auth, stop } = await startWithProvider())
})
afterAll(() => stop())

/** A person with this many events, some with the same time; the newest has the highest number. */
async function personWith(count: number) {
  const { accountId, token } = await knownPerson(auth)
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

test('lists events newest first, page by page, each once', async () => {
  const token = await personWith(45)
  const pages = [await read(token)]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
    pages.push(await read(token, next))
  expect(pages.map(({ events }) => events.length)).toEqual([20, 20, 5])
  const numbers = pages.flatMap(({ events }) => events.map(({ data }) => Number(data['number'])))
  expect(numbers).toEqual(Array.from({ length: 45 }, (_, index) => 44 - index))
})

test('a page that is exactly full is the last one', async () => {
  const page = await read(await personWith(20))
  expect([page.events.length, page.next]).toEqual([20, null])
})

const { known, signInAs } = providerPeople(
  () => auth,
  () => provider,
)

test.each<[string, () => Promise<Sent>]>([
  ['password', () => auth.register()],
  ['passkey', async () => (await signUpByPasskey(auth, newBrowser(auth))).answer],
  ['wallet', () => walletOf(auth).signIn()],
  ['provider', () => signInAs(known())],
])('the history of an account that was made by %s begins with that', async (way, make) => {
  const { token } = (await make()).body()
  const { events } = await read(token)
  expect(events.map(({ kind, data }) => [kind, data])).toEqual([
    ['account-created', { way, device: 'unknown', place: 'local' }],
  ])
})

test('signing in again does not begin the history again', async () => {
  const [wallet, name] = [walletOf(auth), known()]
  for (const signIn of [() => wallet.signIn(), () => signInAs(name)]) {
    await signIn()
    const { events } = await read((await signIn()).body().token)
    expect(events.filter(({ kind }) => kind === 'account-created')).toHaveLength(1)
  }
})

test('a person without events has an empty history', async () => {
  expect(await read(await personWith(0))).toEqual({ events: [], next: null })
})

test('nobody can read another person’s history', async () => {
  const [one, other] = [await personWith(21), await personWith(2)]
  const { next } = await read(one)
  const { events } = await read(other, next ?? '')
  expect(events.every(({ data }) => Number(data['number']) < 2)).toBe(true)
  expect((await auth.send('GET', '/api/auth/history')).status).toBe(401)
})

test.each([
  ['a place that is none', 'x'],
  ['an operator', Buffer.from('{"$gt":""}').toString('base64url')],
])('refuses %s', async (_name, before) => {
  const token = await personWith(0)
  const response = await auth.send('GET', `/api/auth/history?before=${before}`, undefined, token)
  expect(response.status).toBe(400)
})
