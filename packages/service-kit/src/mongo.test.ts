import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Schema } from 'mongoose'
import { createLog } from './log.ts'
import { findByKey, isDuplicateKey, type MongoPart, openMongo } from './mongo.ts'
import { asOutage } from './outage.ts'
import { testDatabase, until } from './testing/fixture.ts'
import { openLink, type TestLink } from './testing/link.ts'

const thingSchema = new Schema({ name: { type: String, unique: true } }, { versionKey: false })
const keyedSchema = new Schema({ _id: String, names: [String] }, { versionKey: false })

let mongo: MongoPart
let link: TestLink

beforeAll(async () => {
  link = await openLink(new URL(testDatabase('kit')))
  mongo = openMongo(link.url, createLog('test', 'silent'))
  mongo.connection.model('Thing', thingSchema)
  mongo.connection.model('Keyed', keyedSchema)
  await mongo.prepare()
})

afterAll(async () => {
  link.resume()
  await mongo.connection.dropDatabase()
  await mongo.close()
  await link.close()
})

test('has created the unique indexes once it is prepared', async () => {
  const things = mongo.connection.model('Thing')
  await things.create({ name: 'a' })
  const refused = await things.create({ name: 'a' }).catch((error: unknown) => error)
  expect(isDuplicateKey(refused)).toBe(true)
})

test('a row is read by its key as stored, and an object is never treated as a query', async () => {
  const keyed = mongo.connection.model('Keyed')
  await keyed.create({ _id: 'k', names: ['a'] })
  expect(await findByKey(keyed, 'k')).toEqual({ _id: 'k', names: ['a'] })
  expect(await findByKey(keyed, 'other')).toBeUndefined()
  for (const query of [{ $gt: '' }, { $ne: null }, ['k']])
    expect(await findByKey(keyed, query as unknown as string)).toBeUndefined()
})

test('an unresponsive database is reported as an outage within 3 s, and used again afterwards', async () => {
  link.pause()
  await expectOutage()
  link.resume()
  await until(isUp, 15_000)
})

test.each<[string, () => Promise<unknown>]>([
  ['query', () => mongo.connection.model('Thing').findOne({ name: 'a' }).lean()],
  ['read by key', () => findByKey(mongo.connection.model('Thing'), 'a')],
])('a %s is refused as an outage within 1.5 s while the database hangs', async (_what, query) => {
  link.pause()
  // The first waits for an answer, the later ones for a connection or a server.
  for (const _each of [1, 2, 3]) await expectOutage(query, 1_500)
  link.resume()
  await until(isUp, 15_000)
})

test('an unreachable database is reported as an outage within 3 s, and used again afterwards', async () => {
  await link.cut()
  await expectOutage()
  await expectOutage()
  await link.restore()
  await until(isUp, 15_000)
})

function write(): Promise<unknown> {
  return mongo.connection.model('Thing').create({ name: 'b' })
}

async function expectOutage(call: () => Promise<unknown> = write, maxMs = 3_000): Promise<void> {
  const startedAt = performance.now()
  const refused = await call().catch((error: unknown) => error)
  expect(performance.now() - startedAt).toBeLessThan(maxMs)
  expect(asOutage(refused)?.code).toBe('UNAVAILABLE')
}

function isUp(): Promise<boolean> {
  return mongo.check().then(
    () => true,
    () => false,
  )
}
