import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tilePath } from '@inkproof/proof/tile'
import type { Certificate } from '@inkproof/protocol/certificates'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { checkOnce } from '../roles.ts'
import { makeRevocation } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

let system: System
let database: Connection

beforeEach(async () => {
  system = await startSystem()
  database = await mongoose.createConnection(system.installation.log.MONGO_URL).asPromise()
})

afterEach(async () => {
  await database.close()
  await system.stop()
})

test('the check finds nothing in an unmodified record and names everything that was edited', async () => {
  const token = await system.installation.signIn()
  const first = await system.client.certify(token)
  const second = await system.client.certify(token)
  const { anchor } = await system.waitUntilAnchored(second.index)
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
    `entry ${second.index} is missing from the database, or is invalid`,
  )
})

test.each([
  [
    'was deleted',
    (id: string) => database.collection('certificates').deleteOne({ _id: id as never }),
  ],
  [
    'no longer refers to a certificate',
    (id: string) =>
      database
        .collection('certificates')
        .updateOne({ _id: id as never }, { $unset: { previous: 1 } }),
  ],
])('the check names a revocation whose row %s', async (_what, damage) => {
  const token = await system.installation.signIn()
  const { id, index, fingerprint } = await system.client.certify(token)
  const body = { opening: makeRevocation({ index, fingerprint }) }
  const response = await system.client.request('POST', `/certificates/${id}/revoke`, body, token)
  const { revokedBy } = (await response.json()) as Certificate
  await system.waitUntilAnchored(revokedBy as number)
  await system.stopLog()
  const finding = `entry ${revokedBy} revokes or supersedes entry ${index}, but the row of the revocation is missing`
  expect((await checkOnce(system.installation.log)).findings).not.toContain(finding)
  await damage(`${id}.revoked`)
  expect((await checkOnce(system.installation.log)).findings).toContain(finding)
})
