import { defineCall } from '@inkproof/protocol/call'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import * as z from 'zod/mini'
import { serveCalls } from '../testing/calls.ts'
import { implement } from './implement.ts'

const order = defineCall({
  summary: 'Orders a thing.',
  tag: 'Things',
  access: 'session',
  method: 'POST',
  path: '/api/orders',
  body: z.strictObject({ name: z.string() }),
  responses: { 201: z.strictObject({ number: z.number() }) },
  idempotent: true,
})

/** At most one order an hour. */
const orderRarely = defineCall({
  ...order,
  path: '/api/rare-orders',
  limit: {
    name: 'rare-orders',
    max: 1,
    windowSeconds: 60 * 60,
    whenRedisFails: 'closed',
    by: 'account',
    at: 'after-parse',
  },
})

let service: Awaited<ReturnType<typeof serveCalls>>
let orders: string[]
let duringRequest: () => Promise<void>

beforeEach(async () => {
  orders = []
  duringRequest = async () => undefined
  const handleOrder = async ({ body }: { body: { name: string } }) => {
    orders.push(body.name)
    await duringRequest()
    return { number: orders.length }
  }
  const handlers = { order: handleOrder, orderRarely: handleOrder }
  service = await serveCalls(implement({ order, orderRarely }, handlers))
})
afterEach(() => service.stop())

async function send(
  session: Record<string, string>,
  { path }: { path: string } = order,
): Promise<[number, unknown]> {
  const response = await service.send('POST', path, {
    headers: {
      'content-type': 'application/json',
      accept: 'application/problem+json',
      'idempotency-key': 'k1',
      ...session,
    },
    body: JSON.stringify({ name: 'a' }),
  })
  const data = await response.json()
  return [response.status, 'code' in data ? data.code : data]
}

test('the response is sent even if Redis goes down during the request', async () => {
  const session = await service.signIn()
  duringRequest = () => service.redis.kill()
  expect(await send(session)).toEqual([201, { number: 1 }])
})

test('a request with a key is rejected while Redis is down, and can be repeated afterwards', async () => {
  const session = await service.signIn({ accountId: 'ada' })
  await service.redis.kill()
  expect([await send(session), orders]).toEqual([[503, 'UNAVAILABLE'], []])
  await service.redis.start()
  await service.connected()
  expect(await send(await service.signIn({ accountId: 'ada' }))).toEqual([201, { number: 1 }])
})

test('a request processed while Redis was frozen is not processed again', async () => {
  const session = await service.signIn()
  duringRequest = async () => service.redis.pause()
  expect(await send(session)).toEqual([201, { number: 1 }])
  service.redis.resume()
  await service.connected()
  expect(await send(session)).toEqual([201, { number: 1 }])
  expect(orders).toEqual(['a'])
})

test('a replayed request does not count towards limits after parsing', async () => {
  const session = await service.signIn()
  const responses = [await send(session, orderRarely), await send(session, orderRarely)]
  expect(responses).toEqual([
    [201, { number: 1 }],
    [201, { number: 1 }],
  ])
  const another = { ...session, 'idempotency-key': 'k2' }
  expect(await send(another, orderRarely)).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect(orders).toEqual(['a'])
})
