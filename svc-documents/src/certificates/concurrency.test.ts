import { decodeEntry, KINDS } from '@inkproof/proof/leaf'
import type { Certificate, CertifyRequest } from '@inkproof/protocol/certificates'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { startApi } from '../roles.ts'
import { certifyRequest, createClient, makeRevocation, until } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'
import { entryFromOpening } from './opening-entry.ts'

let system: System
let token: string
let database: Connection

beforeAll(async () => {
  system = await startSystem()
  token = await system.installation.signIn()
  database = await mongoose.createConnection(system.installation.api.MONGO_URL).asPromise()
})

afterAll(async () => {
  await database.close()
  await system.stop()
})

test('only one of several concurrent revocations succeeds, and the others are refused', async () => {
  const certificate = await system.client.certify(token)
  const responses = await Promise.all(
    Array.from({ length: 5 }, () =>
      system.client.request(
        'POST',
        `/certificates/${certificate.id}/revoke`,
        { opening: makeRevocation(certificate) },
        token,
      ),
    ),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
  expect(await countRevocationsInLog(certificate.index)).toBe(1)
})

test('only one of several concurrent requests with the same ID succeeds, and the log contains only its entry', async () => {
  const requests = Array.from({ length: 6 }, () => certifyRequest())
  const [{ id }] = requests as [CertifyRequest]
  const responses = await Promise.all(
    requests.map((request) =>
      system.client.request('POST', '/certificates', { ...request, id }, token),
    ),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  const leafHash = requests.map(({ opening }) =>
    Buffer.from(entryFromOpening(opening, KINDS.certified, 'test').leafHash, 'hex'),
  )
  const logged = await database
    .collection('entries')
    .countDocuments({ leafHash: { $in: leafHash } })
  expect(logged).toBe(1)
})

test('a revocation whose row could not be written is completed once the row can be written', async () => {
  const certificate = await system.client.certify(token)
  const own = `/certificates/${certificate.id}`
  const conflictingRow = { _id: `${certificate.id}.revoked` as never, index: -certificate.index }
  await database.collection('certificates').insertOne(conflictingRow)
  const body = { opening: makeRevocation(certificate) }
  const refused = await system.client.request('POST', `${own}/revoke`, body, token)
  expect(refused.status).toBe(503)
  expect(await countRevocationsInLog(certificate.index)).toBe(1)
  await database.collection('certificates').deleteOne({ _id: conflictingRow._id })
  const fetchCertificate = async () =>
    (await (await system.client.request('GET', own, undefined, token)).json()) as Certificate
  const { revokedBy } = await until(
    fetchCertificate,
    (certificate) => certificate.revokedBy !== null,
  )
  const again = await system.client.request('POST', `${own}/revoke`, body, token)
  expect(((await again.json()) as Certificate).revokedBy).toBe(revokedBy)
  expect(await countRevocationsInLog(certificate.index)).toBe(1)
  await until(
    () => database.collection('revocation-intents').countDocuments(),
    (left) => left === 0,
  )
})

test('a revocation interrupted by a crash is shown from the first response after the restart', async () => {
  const certificate = await system.client.certify(token)
  const opening = makeRevocation(certificate)
  const { leafHash } = entryFromOpening(opening, KINDS.revoked, 'test')
  await database.collection('revocation-intents').insertOne({
    _id: `${certificate.id}.revoked` as never,
    accountId: 'gone',
    certifiedAt: new Date(),
    opening,
    leafHash,
    previous: certificate.index,
  })
  const next = await startApi(system.installation.api)
  await next.ready
  const path = `/certificates/${certificate.id}`
  const response = await createClient(next.port).request('GET', path, undefined, token)
  expect(((await response.json()) as Certificate).revokedBy).toBeGreaterThan(certificate.index)
  await next.stop()
})

/** Counts the log entries that revoke the one at this index. */
async function countRevocationsInLog(index: number): Promise<number> {
  const rows = await database
    .collection('entries')
    .find({ _id: { $gt: index as never } })
    .toArray()
  return rows
    .map(({ bytes }) => decodeEntry(new Uint8Array(bytes.buffer)))
    .filter(({ kind, previous }) => kind === KINDS.revoked && previous === BigInt(index)).length
}
