import type { Certificate } from '@inkproof/protocol/certificates'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import mongoose from 'mongoose'
import { certifyRequest, makeRevocation, openingJson } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'
import type { CertificateRow } from './certificates.model.ts'
import { toShared } from './present.ts'

let system: System
let token: string

beforeAll(async () => {
  system = await startSystem()
  token = await system.installation.signIn()
})

afterAll(() => system.stop())

const UNSAFE = ['a\u0000b', 'a\u001b[1A', 'a\u202egpj', 'a\u200bb', '\u200b', 'a  b', 'Zoe\u0308']

test.each(UNSAFE)('records neither a title %j nor a revocation with it', async (text) => {
  const withTitle = certifyRequest({ opening: openingJson({ claims: { title: text } }) })
  const refused = await system.client.request('POST', '/certificates', withTitle, token)
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    400,
    'INVALID_INPUT',
  ])
  const bulk = { certificates: [withTitle] }
  expect((await system.client.request('POST', '/certificates/bulk', bulk, token)).status).toBe(400)
  const certificate = await system.client.certify(token)
  const { salt } = certifyRequest().opening.claims[0] as { salt: string }
  const opening = {
    ...makeRevocation(certificate),
    claims: [{ name: 'reason', value: text, salt }],
  }
  const path = `/certificates/${certificate.id}/revoke`
  expect((await system.client.request('POST', path, { opening }, token)).status).toBe(400)
})

test('a note may have several lines', async () => {
  const opening = openingJson({ claims: { title: 'Lease', note: 'First\n\nSecond' } })
  expect((await system.client.certify(token, certifyRequest({ opening }))).note).toBe(
    'First\n\nSecond',
  )
})

test('a file name is stored without invisible characters, also if an earlier release stored them', async () => {
  const request = certifyRequest({ fileName: '\u202alease  2026.pdf' })
  const certificate = await system.client.certify(token, request)
  expect(certificate.fileName).toBe('lease 2026.pdf')
  const database = await mongoose.createConnection(system.installation.api.MONGO_URL).asPromise()
  await database
    .collection('certificates')
    .updateOne({ _id: certificate.id as never }, { $set: { fileName: request.fileName } })
  await database.close()
  const repeated: Certificate = await system.client.certify(token, request)
  expect(repeated).toEqual({ ...certificate, fileName: '\uFFFDlease 2026.pdf' })
})

test('certificates of earlier releases stay readable, with unsafe characters made visible', () => {
  const opening = openingJson({
    claims: { title: 'a\u202eb', note: 'One\n\u001b[1ATwo', issuer: 'Ada\u200b' },
  })
  const row: CertificateRow = {
    _id: 'id',
    workspaceId: 'w',
    accountId: 'a',
    index: 0,
    leafHash: '',
    opening,
    fileName: 'a\u0000.pdf',
    fileSize: 1,
    showIssuer: true,
    certifiedAt: new Date(0),
  }
  expect(toShared(row, { revokedBy: null, shareLink: '' })).toMatchObject({
    title: 'a\uFFFDb',
    note: 'One\n\uFFFD[1ATwo',
    issuer: 'Ada\uFFFD',
    fileName: 'a\uFFFD.pdf',
  })
})
