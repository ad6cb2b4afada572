/** Compiles and runs the service of the README, whose examples are copies of code in this file. */
import { readFileSync } from 'node:fs'
import { defineCall } from '@inkproof/protocol/call'
import { afterEach, expect, test } from '@jest/globals'
import { type Connection, Schema } from 'mongoose'
import { z } from 'zod'
import { AppError } from './app-error.ts'
import { createAuthenticator, type Session } from './auth.ts'
import { createIdempotencyStore } from './calls/idempotency-store.ts'
import { implement } from './calls/implement.ts'
import { mongoEnv, readConfig, serverEnv, sessionEnv } from './config.ts'
import { createLimiter } from './limit.ts'
import { createLog } from './log.ts'
import { isDuplicateKey, openMongo } from './mongo.ts'
import { openRedis } from './redis.ts'
import { redisAddress, redisEnv, redisRequirement } from './redis-settings.ts'
import { type RunningService, startService } from './service.ts'
import { readSessionKeys } from './session-keys.ts'
import { stopOnSignals } from './stop.ts'
import { sharedServiceUrl, testDatabase } from './testing/fixture.ts'
import { makeSessionKey } from './testing/session-key.ts'

const Env = z
  .object({ ...serverEnv, ...mongoEnv, ...redisEnv, ...sessionEnv })
  .refine(...redisRequirement)
const Thing = z.strictObject({ id: z.string(), name: z.string() })
const thingCalls = {
  showThing: defineCall({
    summary: 'Shows a thing.',
    tag: 'Things',
    access: 'anyone',
    method: 'GET',
    path: '/api/things/:id',
    params: z.strictObject({ id: z.string() }),
    responses: { 200: Thing },
    errors: ['NOT_FOUND'],
  }),
  createThing: defineCall({
    summary: 'Creates a thing.',
    tag: 'Things',
    access: 'session',
    method: 'POST',
    path: '/api/things',
    body: z.strictObject({ name: z.string() }),
    responses: { 201: Thing },
    errors: ['NOT_FOUND'],
    idempotent: 'effect-once',
  }),
}

type Deps = { things: ReturnType<typeof createThings> }

function createThings(connection: Connection) {
  const schema = new Schema({ _id: String, name: String, accountId: String })
  const model = connection.model('Thing', schema)
  return {
    find: async (id: string) => {
      const row = await model.findById(id).lean<{ _id: string; name: string }>()
      if (!row) throw new AppError('NOT_FOUND')
      return { id: row._id, name: row.name }
    },
    insertOnce: (row: object) =>
      model.create(row).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      }),
  }
}

async function createThing(
  { things }: Deps,
  { accountId }: Session,
  { id: _id, name }: { id: string; name: string },
): Promise<string> {
  await things.insertOnce({ _id, name, accountId })
  return _id
}

function implementThings(connection: Connection) {
  const things = createThings(connection)
  const calls = implement(thingCalls, {
    showThing: ({ params }) => things.find(params.id),
    createThing: async ({ body, session, once }) => {
      const id = await once((newId) => createThing({ things }, session, { id: newId, ...body }))
      return things.find(id)
    },
  })
  return calls
}

async function startExample() {
  const config = readConfig('svc-x', Env)
  const log = createLog('svc-x', config.LOG_LEVEL)
  const redis = openRedis(redisAddress(config), log, config.STORE_TIMEOUT_FACTOR)
  const mongo = openMongo(config.MONGO_URL, log, config.STORE_TIMEOUT_FACTOR)
  const service = startService({
    name: 'svc-x',
    config,
    log,
    dependencies: [redis, mongo], // indexes are created before requests are served
    guards: {
      requireSession: createAuthenticator(readSessionKeys(config.SESSION_KEYS), redis.client),
      consumeLimit: createLimiter(redis.client, 'x'),
      idempotencyStore: createIdempotencyStore(redis.client, 'x'),
    },
    calls: implementThings(mongo.connection),
  })
  stopOnSignals(service, log)
  await service
  return service
}

let service: RunningService | undefined
afterEach(() => service?.stop())

const unindented = (text: string) => text.replaceAll(/^ +/gm, '')

test('the examples of the README are the code of this file', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)
  expect(examples).toHaveLength(2)
  const source = unindented(readFileSync(new URL(import.meta.url), 'utf8'))
  for (const example of examples) expect(source).toContain(unindented(example))
})

test('the example of the README serves its calls', async () => {
  Object.assign(process.env, {
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    MONGO_URL: testDatabase('readme'),
    REDIS_URL: sharedServiceUrl('INKPROOF_TEST_REDIS_URL'),
    SESSION_KEYS: makeSessionKey().publicJwks,
  })
  service = await startExample()
  await service.ready
  const origin = `http://127.0.0.1:${service.port}`
  const responses = [
    await fetch(`${origin}/api/things/x`),
    await fetch(`${origin}/api/things`, { method: 'POST' }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([404, 401])
})
