import { openNote, parseVkey } from '@inkproof/proof/note'
import { openRevocationReceipt } from '@inkproof/proof/revocation-receipt'
import type { Certificate, RevokedCertificate } from '@inkproof/protocol/certificates'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { checkOnce } from '../roles.ts'
import { makeRevocation, until } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

let system: System
let database: Connection
let token: string

beforeEach(async () => {
  system = await startSystem()
  database = await mongoose.createConnection(system.installation.log.MONGO_URL).asPromise()
  token = await system.installation.signIn()
})

afterEach(async () => {
  await database.close()
  await system.stop()
})

const receiptsCollection = () => database.collection('revocation-receipts')

async function revoke(certificate: Certificate): Promise<RevokedCertificate> {
  const body = { opening: makeRevocation(certificate) }
  const path = `/certificates/${certificate.id}/revoke`
  const response = await system.client.request('POST', path, body, token)
  expect(response.status).toBe(201)
  return (await response.json()) as RevokedCertificate
}

async function download({ id }: Certificate, bearer = token) {
  const path = `/certificates/${id}/revocation-receipt`
  const response = await system.client.request('GET', path, undefined, bearer)
  const text = await response.text()
  return { status: response.status, text, name: response.headers.get('content-disposition') }
}

const codeOf = (text: string) => (JSON.parse(text) as { code: string }).code

test('revoking returns a receipt by the log’s key, which the record then honors', async () => {
  const certificate = await system.client.certify(token)
  const startedMs = Date.now()
  const { receipt, revokedBy } = await revoke(certificate)
  const opened = openRevocationReceipt(receipt ?? '', parseVkey(system.installation.vkey))
  expect(opened).toMatchObject({
    origin: system.installation.log.LOG_ORIGIN,
    index: BigInt(certificate.index),
    entry: new Uint8Array(Buffer.from(certificate.leafHash, 'hex')),
  })
  const hours = (opened.deadline.getTime() - startedMs) / 3_600_000
  expect([Math.round(hours * 10), opened.requestedAt.getTime() - startedMs < 5_000]).toEqual([
    240,
    true,
  ])
  const entry = await database.collection('entries').findOne({ _id: revokedBy as never })
  expect(Buffer.from(entry?.['leafHash'].buffer).toString('hex')).toBe(
    Buffer.from(opened.revocation).toString('hex'),
  )
  const downloaded = await download(certificate)
  expect([downloaded.status, downloaded.text]).toEqual([200, receipt])
  expect(downloaded.name).toContain('lease.pdf.revocation-receipt')
})

test('repeating the request returns the same receipt', async () => {
  const certificate = await system.client.certify(token)
  const body = { opening: makeRevocation(certificate) }
  const path = `/certificates/${certificate.id}/revoke`
  const send = async () =>
    ((await (await system.client.request('POST', path, body, token)).json()) as RevokedCertificate)
      .receipt
  const receipts = await Promise.all([send(), send(), send()])
  expect(receipts[0]).toContain('inkproof/revocation-receipt/v1')
  expect(new Set(receipts).size).toBe(1)
  expect(await receiptsCollection().countDocuments()).toBe(1)
})

test('there is no receipt for a valid certificate, and none for other workspaces', async () => {
  const certificate = await system.client.certify(token)
  const valid = await download(certificate)
  expect([valid.status, codeOf(valid.text)]).toEqual([409, 'CERTIFICATE_NOT_REVOKED'])
  await revoke(certificate)
  const stranger = await download(certificate, await system.installation.signIn())
  expect([stranger.status, codeOf(stranger.text)]).toEqual([404, 'CERTIFICATE_NOT_FOUND'])
})

test('while the log is stopped, revoking works without a receipt, which follows later', async () => {
  const certificate = await system.client.certify(token)
  await system.stopLog()
  expect((await revoke(certificate)).receipt).toBeNull()
  const early = await download(certificate)
  expect([early.status, codeOf(early.text)]).toEqual([409, 'RECEIPT_NOT_READY'])
  await system.startLog()
  const late = await until(
    () => download(certificate),
    ({ status }) => status === 200,
  )
  expect(late.text).toContain('inkproof/revocation-receipt/v1')
})

test('two workers sign a receipt once', async () => {
  const certificate = await system.client.certify(token)
  await system.startLog()
  const { receipt } = await revoke(certificate)
  await until(
    () => receiptsCollection().countDocuments({ isUnsigned: true }),
    (count) => count === 0,
  )
  expect((await download(certificate)).text).toBe(receipt)
})

test.each([
  ['another certificate', { index: 0 }],
  ['another entry', { entry: 'ab'.repeat(32) }],
  ['an entry that is no revocation', { revokedBy: 0 }],
  ['an entry that does not exist', { revokedBy: 999 }],
])('the log signs no receipt for %s', async (_what, change) => {
  await system.client.certify(token)
  const certificate = await system.client.certify(token)
  const { revokedBy } = await revoke(certificate)
  const row = await receiptsCollection().findOne({}, { projection: { note: 0, deadline: 0 } })
  await receiptsCollection().deleteMany({})
  const forged = { ...row, revokedBy, ...change, _id: 'forged' as never, isUnsigned: true }
  const genuine = { ...row, _id: 'genuine' as never, isUnsigned: true }
  await receiptsCollection().insertMany([forged, genuine])
  await until(
    () => receiptsCollection().countDocuments({ _id: 'genuine' as never, isUnsigned: true }),
    (count) => count === 0,
  )
  expect(await receiptsCollection().findOne({ _id: 'forged' as never })).toMatchObject({
    isUnsigned: true,
  })
})

test('the check reports a revocation that missed its deadline, until a final anchor covers it', async () => {
  const certificate = await system.client.certify(token)
  await system.waitUntilAnchored(certificate.index)
  system.pauseConfirmations()
  const { receipt, revokedBy } = await revoke(certificate)
  openNote(receipt ?? '', parseVkey(system.installation.vkey))
  const { log } = system.installation
  expect((await checkOnce(log)).findings).toEqual([])
  const deadline = new Date(Date.now() - 1_000)
  await receiptsCollection().updateOne({}, { $set: { deadline } })
  expect((await checkOnce(log)).findings).toEqual([
    `the revocation of entry ${certificate.index} was promised by ${deadline.toISOString()}, but entry ${revokedBy} is not in a final anchor`,
  ])
  system.resumeConfirmations()
  await system.waitUntilAnchored(revokedBy as number)
  expect((await checkOnce(log)).findings).toEqual([])
})
