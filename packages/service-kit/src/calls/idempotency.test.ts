import { defineCall } from '@inkproof/protocol/call'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'
import { serveCalls } from '../testing/calls.ts'
import type { Once } from './idempotency.ts'
import { implement } from './implement.ts'

const order = defineCall({
  summary: 'Orders a thing.',
  tag: 'Things',
  access: 'session',
  method: 'POST',
  path: '/api/orders',
  body: z.strictObject({ name: z.string() }),
  responses: { 201: z.strictObject({ number: z.number() }) },
  idempotent: 'effect-once',
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

/** Inherently idempotent; returns the number of requests handled. */
const register = defineCall({
  ...order,
  path: '/api/registrations',
  limit: { ...orderRarely.limit, name: 'registrations', max: 2 },
  idempotent: 'inherently',
})
const forgetful = defineCall({ ...order, path: '/api/forgetful' })
const verbose = defineCall({ ...order, path: '/api/verbose' })
const failing = defineCall({ ...order, path: '/api/failing' })

let service: Awaited<ReturnType<typeof serveCalls>>
let orders: string[]
let duringRequest: () => Promise<void>
let isFailing: boolean

beforeEach(async () => {
  orders = []
  duringRequest = async () => undefined
  const handleOrder = async ({ body, once }: { body: { name: string }; once: Once }) => {
    const number = await once(async () => {
      orders.push(body.name)
      await duringRequest()
      return String(orders.length)
    })
    return { number: Number(number) }
  }
  const handlers = {
    order: handleOrder,
    orderRarely: handleOrder,
    register: ({ body }: { body: { name: string } }) => ({ number: orders.push(body.name) }),
    forgetful: () => ({ number: 1 }),
    verbose: async ({ once }: { once: Once }) => ({
      number: (await once(async () => 'x'.repeat(65))).length,
    }),
    failing: async ({ once }: { once: Once }) => {
      await once(async () => String(orders.push('a')))
      if (isFailing) throw new AppError('UNAVAILABLE')
      return { number: orders.length }
    },
  }
  isFailing = false
  const calls = { order, orderRarely, register, forgetful, verbose, failing }
  service = await serveCalls(implement(calls, handlers))
})
afterEach(() => service.stop())

async function send(
  session: Record<string, string>,
  { path }: { path: string } = order,
  name = 'a',
): Promise<[number, unknown]> {
  const response = await service.send('POST', path, {
    headers: {
      'content-type': 'application/json',
      accept: 'application/problem+json',
      'idempotency-key': 'k1',
      ...session,
    },
    body: JSON.stringify({ name }),
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
  await service.waitUntilConnected()
  expect(await send(await service.signIn({ accountId: 'ada' }))).toEqual([201, { number: 1 }])
})

test('a request processed while Redis was frozen is not processed again', async () => {
  const session = await service.signIn()
  duringRequest = async () => service.redis.pause()
  expect(await send(session)).toEqual([201, { number: 1 }])
  service.redis.resume()
  await service.waitUntilConnected()
  expect(await send(session)).toEqual([201, { number: 1 }])
  expect(orders).toEqual(['a'])
})

test('a repetition whose effect is skipped does not count towards `after-parse` limits', async () => {
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

test('an inherently idempotent call handles and counts each request', async () => {
  const session = await service.signIn()
  expect(await send(session, register)).toEqual([201, { number: 1 }])
  expect(await send(session, register, 'b')).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  expect(await send(session, register)).toEqual([201, { number: 2 }])
  expect(await send(session, register)).toEqual([429, 'TOO_MANY_REQUESTS'])
})

test('an effect is not repeated even if the first request failed after the effect', async () => {
  const session = await service.signIn()
  isFailing = true
  expect(await send(session, failing)).toEqual([503, 'UNAVAILABLE'])
  isFailing = false
  expect([await send(session, failing), orders]).toEqual([[201, { number: 1 }], ['a']])
})

test('outside production, a handler fails if it never calls `once` or its effect returns more than an ID', async () => {
  const session = await service.signIn()
  expect(await send(session, forgetful)).toEqual([500, 'INTERNAL'])
  expect(await send(session, verbose)).toEqual([500, 'INTERNAL'])
})
