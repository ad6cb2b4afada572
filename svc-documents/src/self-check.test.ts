import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tilePath } from '@inkproof/proof/tile'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { checkOnce } from './check-role.ts'
import { type System, startSystem } from './testing/system.ts'

let system: System
let database: Connection

beforeAll(async () => {
  system = await startSystem()
  database = await mongoose.createConnection(system.installation.log.MONGO_URL).asPromise()
})

afterAll(async () => {
  await database.close()
  await system.stop()
})

test('the check finds nothing in an untouched record, and names whatever was edited', async () => {
  const token = await system.installation.signIn()
  const first = await system.client.certify(token)
  const second = await system.client.certify(token)
  const { anchor } = await system.anchored(second.index)
  await system.stopLog()
  const { log } = system.installation
  expect(await checkOnce(log)).toMatchObject({ certificates: 2, findings: [] })
  const path = tilePath(0, 0n, anchor?.size)
  await writeFile(join(log.LOG_COPY_DIR, path), 'changed')
  const title = { $set: { 'opening.claims.0.value': 'Lease 2027' } }
  await database.collection('certificates').updateOne({ _id: first.id as never }, title)
  expect((await checkOnce(log)).findings).toEqual([
    `${path} in the second store differs from the entries`,
    `certificate ${first.id} does not match entry ${first.index}`,
  ])
  await database.collection('entries').deleteOne({ _id: second.index as never })
  expect((await checkOnce(log)).findings).toContain(
    `entry ${second.index} is missing from the database`,
  )
})
