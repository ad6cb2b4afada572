import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Schema } from 'mongoose'
import { createLog } from './log.ts'
import { findByKey, isDuplicateKey, type MongoDependency, openMongo } from './mongo.ts'
import { asOutage } from './outage.ts'
import { testDatabase, until } from './testing/fixture.ts'
import { startTcpProxy, type TcpProxy } from './testing/tcp-proxy.ts'
import { startTickClock } from './testing/tick-clock.ts'

const uniqueSchema = new Schema({ name: { type: String, unique: true } }, { versionKey: false })
const keyedSchema = new Schema({ _id: String, names: [String] }, { versionKey: false })

let mongo: MongoDependency
let mongoProxy: TcpProxy

beforeAll(async () => {
  mongoProxy = await startTcpProxy(new URL(testDatabase('kit')))
  mongo = openMongo(mongoProxy.url, createLog('test', 'silent'))
  mongo.connection.model('Thing', uniqueSchema)
  mongo.connection.model('Keyed', keyedSchema)
  await mongo.prepare()
})

afterAll(async () => {
  mongoProxy.resume()
  await mongo.connection.dropDatabase()
  await mongo.close()
  await mongoProxy.close()
})

test('has created the unique indexes once `prepare` resolves', async () => {
  const things = mongo.connection.model('Thing')
  await things.create({ name: 'a' })
  const error = await things.create({ name: 'a' }).catch((thrown: unknown) => thrown)
  expect(isDuplicateKey(error)).toBe(true)
})

test('reads a row by its key as stored, and never treats an object as a query', async () => {
  const keyed = mongo.connection.model('Keyed')
  await keyed.create({ _id: 'k', names: ['a'] })
  expect(await findByKey(keyed, 'k')).toEqual({ _id: 'k', names: ['a'] })
  expect(await findByKey(keyed, 'other')).toBeUndefined()
  for (const query of [{ $gt: '' }, { $ne: null }, ['k']])
    expect(await findByKey(keyed, query as unknown as string)).toBeUndefined()
})

// Queries are waited for 1.2 s, and for 2.1 s while others get responses.
test.each([
  ['waits longer for one query while others get responses', true, 1_400],
  ['does not wait longer if no other query gets a response', false, 1_900],
])('%s', async (_, isBusy, delayMs) => {
  const keyed = mongo.connection.model('Keyed')
  const others = { isRunning: isBusy }
  const read = async () => {
    while (others.isRunning) await findByKey(keyed, 'k')
  }
  const reading = read()
  mongoProxy.delayResponseTo('the slow one', delayMs)
  const readSlowly = async () => keyed.findOne({ _id: 'the slow one' }).lean()
  if (isBusy) expect(await readSlowly()).toBeNull()
  else await expectOutage(readSlowly, 1_500)
  others.isRunning = false
  await reading
})

test('reports an unresponsive database as an outage within 3 s, and reconnects afterwards', async () => {
  mongoProxy.pause()
  await expectOutage()
  mongoProxy.resume()
  await until(isUp)
})

test.each<[string, () => Promise<unknown>]>([
  ['query', () => mongo.connection.model('Thing').findOne({ name: 'a' }).lean()],
  ['read by key', () => findByKey(mongo.connection.model('Thing'), 'a')],
])('a %s fails as an outage within 1.5 s while the database hangs', async (_description, query) => {
  mongoProxy.pause()
  // The first attempt waits for a response, the later attempts for a connection or server selection.
  for (const _attempt of [1, 2, 3]) await expectOutage(query, 1_500)
  mongoProxy.resume()
  await until(isUp)
})

test('a time limit factor lengthens the wait for queries and writes', async () => {
  const mongoWithLongTimeouts = openMongo(mongoProxy.url, createLog('test', 'silent'), 2)
  const Thing = mongoWithLongTimeouts.connection.model('Thing', uniqueSchema)
  await mongoWithLongTimeouts.prepare()
  mongoProxy.pause()
  const failureMs = async (call: PromiseLike<unknown>) => {
    const startedAt = performance.now()
    await expect(call).rejects.toThrow()
    return performance.now() - startedAt
  }
  const [query, byKey, write] = await Promise.all([
    failureMs(Thing.findOne({ name: 'a' }).lean()),
    failureMs(findByKey(Thing, 'a')),
    failureMs(Thing.create({ name: 'b' })),
  ])
  mongoProxy.resume()
  await mongoWithLongTimeouts.close()
  await until(isUp)
  expect(Math.min(query, byKey)).toBeGreaterThan(2_300)
  expect(write).toBeGreaterThan(3_900)
})

test('reports an unreachable database as an outage within 3 s, and reconnects afterwards', async () => {
  mongoProxy.cut()
  await expectOutage()
  await expectOutage()
  mongoProxy.restore()
  await until(isUp)
})

function write(): Promise<unknown> {
  return mongo.connection.model('Thing').create({ name: 'b' })
}

async function expectOutage(call: () => Promise<unknown> = write, maxMs = 3_000): Promise<void> {
  const clock = startTickClock()
  const error = await call().catch((thrown: unknown) => thrown)
  expect(clock.stop()).toBeLessThan(maxMs)
  expect(asOutage(error)?.code).toBe('UNAVAILABLE')
}

function isUp(): Promise<boolean> {
  return mongo.check().then(
    () => true,
    () => false,
  )
}
