import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { until } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

let system: System
let token: string
let database: Connection

beforeAll(async () => {
  system = await startSystem()
  token = await system.installation.signIn()
  database = await mongoose.createConnection(system.installation.log.MONGO_URL).asPromise()
})

afterAll(async () => {
  await database.close()
  await system.stop()
})

test('a record that cannot be continued reports `record-stopped`, still accepts entries and recovers by itself', async () => {
  const { index } = await system.client.certify(token)
  await system.waitUntilAnchored(index)
  await system.stopLog()
  const { LOG_DIR, LOG_COPY_DIR } = system.installation.log
  for (const folder of [LOG_DIR, LOG_COPY_DIR]) await rm(folder, { recursive: true })
  const entries = database.collection('entries')
  const entry = await entries.findOne({ _id: index as never })
  await entries.deleteOne({ _id: index as never })
  await system.startLog()
  const heads = await until(system.client.heads, ({ trouble }) => trouble !== null)
  expect(heads).toMatchObject({ trouble: 'record-stopped', checkpoint: { size: index + 2 } })
  const later = await system.client.certify(token)
  expect((await system.client.heads()).checkpoint).toEqual(heads.checkpoint)
  await entries.insertOne(entry as NonNullable<typeof entry>)
  await until(system.client.heads, ({ trouble }) => trouble === null)
  await system.waitUntilAnchored(later.index)
})
