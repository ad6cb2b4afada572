import { defineCall } from '@inkproof/protocol/call'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'
import { serveCalls } from '../testing/calls.ts'
import { json, readError } from '../testing/sample-calls.ts'
import type { Once } from './idempotency.ts'
import { implement } from './implement.ts'

const create = defineCall({
  summary: 'Creates a thing.',
  tag: 'Things',
  access: 'session',
  method: 'POST',
  path: '/api/things',
  body: z.strictObject({ name: z.string() }),
  responses: { 201: z.strictObject({ id: z.string() }) },
  errors: ['EMAIL_TAKEN'],
  idempotent: 'effect-once',
})
const put = defineCall({ ...create, path: '/api/named-things', idempotent: 'inherently' })

let service: Awaited<ReturnType<typeof serveCalls>>
/** Names of the things by the ID of the effect that created them. */
let things: Map<string, string>
let failBefore: Error | undefined
let failAfter: Error | undefined

beforeEach(async () => {
  things = new Map()
  failBefore = undefined
  failAfter = undefined
  const handlers = {
    create: async ({ body, once }: { body: { name: string }; once: Once }) => {
      if (failBefore) throw failBefore
      const id = await once(async (effectId) => {
        things.set(effectId, body.name)
        if (failAfter) throw failAfter
        return effectId
      })
      return { id }
    },
    put: ({ body: { name } }: { body: { name: string } }) => {
      things.set(name, name)
      if (failAfter) throw failAfter
      return { id: name }
    },
  }
  service = await serveCalls(implement({ create, put }, handlers))
})
afterEach(() => service.stop())

/** Returns a function that sends a request with the key k1 and returns its outcome. */
async function setup() {
  const session = { ...(await service.signIn()), 'idempotency-key': 'k1' }
  return async (name = 'a', { path }: { path: string } = create) => {
    const response = await service.send('POST', path, json({ name }, session))
    if (!response.ok) return (await readError(response))[1]
    await response.arrayBuffer()
    return response.status
  }
}

const outage = () => new AppError('UNAVAILABLE')
const createdNames = () => [...things.values()]

test.each([
  ['an outage', outage],
  ['a bug', () => new Error('unexpected')],
])(
  'if the effect fails with %s, repetitions use the same effect ID until one succeeds',
  async (_, fail) => {
    const send = await setup()
    failAfter = fail()
    for (const attempt of [await send(), await send()]) expect(attempt).not.toBe(201)
    failAfter = undefined
    expect([await send(), await send(), createdNames()]).toEqual([201, 201, ['a']])
  },
)

test('a key whose request may have taken effect is refused for another request', async () => {
  const send = await setup()
  failAfter = outage()
  await send()
  await send('a', put)
  failAfter = undefined
  expect(await send('b')).toBe('IDEMPOTENCY_KEY_REUSED')
  expect(await send('b', put)).toBe('IDEMPOTENCY_KEY_REUSED')
  expect(await send()).toBe(201)
})

test('a repetition that is rejected does not release the key of an attempt that may have taken effect', async () => {
  const send = await setup()
  failAfter = outage()
  await send()
  failAfter = new AppError('EMAIL_TAKEN')
  expect(await send()).toBe('EMAIL_TAKEN')
  failAfter = undefined
  failBefore = outage()
  expect(await send()).toBe('UNAVAILABLE')
  failBefore = undefined
  expect([await send('b'), await send()]).toEqual(['IDEMPOTENCY_KEY_REUSED', 201])
  expect(createdNames()).toEqual(['a'])
})

test('a failure before the effect releases the key for any request', async () => {
  const send = await setup()
  failBefore = outage()
  await send()
  failBefore = undefined
  expect([await send('b'), createdNames()]).toEqual([201, ['b']])
})

test('requests without a key have different effect IDs', async () => {
  const session = await service.signIn()
  for (const name of ['a', 'b']) await service.send('POST', create.path, json({ name }, session))
  expect(createdNames()).toEqual(['a', 'b'])
})
