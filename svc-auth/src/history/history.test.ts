import type { HistoryPage } from '@inkproof/protocol/profile'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { eventModel } from '../events/events.model.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

/** A person with so many events, several at the same moment; the newest has the highest number. */
async function personWith(count: number) {
  const { user, token } = (await auth.register()).body()
  const rows = Array.from({ length: count }, (_, number) => ({
    _id: `${user.id}.test-mail.${String(number).padStart(3, '0')}`,
    accountId: user.id,
    kind: 'test-mail',
    at: new Date(1_700_000_000_000 + Math.floor(number / 3) * 1_000),
    data: { number: `${number}` },
  }))
  if (count > 0) await eventModel(auth.mongo.connection).insertMany(rows)
  return token as string
}

async function read(token: string, before?: string): Promise<HistoryPage> {
  const query = before === undefined ? '' : `?before=${before}`
  return (await auth.send('GET', `/api/auth/history${query}`, undefined, token)).body()
}

test('tells what happened, newest first, page by page, each once', async () => {
  const token = await personWith(45)
  const pages = [await read(token)]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
    pages.push(await read(token, next))
  expect(pages.map(({ events }) => events.length)).toEqual([20, 20, 5])
  const numbers = pages.flatMap(({ events }) => events.map(({ data }) => Number(data['number'])))
  expect(numbers).toEqual(Array.from({ length: 45 }, (_, at) => 44 - at))
})

test('a page that is exactly full is the last one', async () => {
  const page = await read(await personWith(20))
  expect([page.events.length, page.next]).toEqual([20, null])
})

test('somebody to whom nothing happened has an empty history', async () => {
  expect(await read(await personWith(0))).toEqual({ events: [], next: null })
})

test('nobody reads the history of another', async () => {
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
  const answer = await auth.send('GET', `/api/auth/history?before=${before}`, undefined, token)
  expect(answer.status).toBe(400)
})
