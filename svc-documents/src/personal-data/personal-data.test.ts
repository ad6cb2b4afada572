import { randomUUID } from 'node:crypto'
import { certifyDocument } from '@inkproof/protocol/calls/certificates'
import { accountEnded, personalData, workspaceChanged } from '@inkproof/protocol/internal'
import { createEventStreams } from '@inkproof/service-kit/events'
import { createLog } from '@inkproof/service-kit/log'
import { createMetrics } from '@inkproof/service-kit/metrics'
import { createServiceClient } from '@inkproof/service-kit/service-client'
import { makeServiceKeys, testIdentity } from '@inkproof/service-kit/testing/service-identity'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { composeApi, composeLog } from '../features.ts'
import { certifyRequest, makeRevocation } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

const KEYS = makeServiceKeys('svc-auth')
const DOCUMENTS = 'svc-documents'

let system: System
let services: ReturnType<typeof createServiceClient>

beforeAll(async () => {
  system = await startSystem({ SERVICE_KEYS: KEYS.publicJwks })
  const urls = new Map([[DOCUMENTS, `http://127.0.0.1:${system.api.port}`]])
  services = createServiceClient(testIdentity(KEYS, 'svc-auth'), urls)
})
afterAll(() => system.stop())

/** Signs in a person who creates and revokes one certificate. */
async function setup() {
  const accountId = randomUUID()
  const workspaceId = randomUUID()
  const token = await system.installation.signIn({ accountId, workspaceId })
  const { client } = system
  const certificate = await client.certify(token, certifyRequest({ fileName: 'diploma.pdf' }))
  const opening = makeRevocation(certificate)
  const path = `/certificates/${certificate.id}/revoke`
  expect((await client.request('POST', path, { opening }, token)).status).toBe(201)
  const fetchData = (id = accountId) =>
    services.call(DOCUMENTS, personalData, { accountId: id, after: null })
  return { accountId, workspaceId, token, certificate, fetchData }
}

test('a person’s data consists of the certificates and revocations they created', async () => {
  const { workspaceId, certificate, fetchData } = await setup()
  const { records, next } = await fetchData()
  expect(next).toBeNull()
  expect(records).toMatchObject([
    { kind: 'certificate', _id: certificate.id, workspaceId, fileName: 'diploma.pdf' },
    { kind: 'revocation', previous: certificate.index },
  ])
})

/**
 * For each model, the field with an account's ID; null if none of its fields identifies a person. When you add a model
 * with such a field, also change personal-data-store.ts, which unlinks and exports its rows.
 */
const ACCOUNT_ID_FIELDS = new Map<string, string | null>([
  ['Certificate', 'accountId'],
  ['RevocationIntent', 'accountId'],
  ['RevocationReceipt', null],
  ['Entry', null],
  ['Heads', null],
  ['LogKey', null],
  ['Anchor', null],
  ['Share', null],
  ['Cosignature', null],
  ['Witness', null],
])

test('ACCOUNT_ID_FIELDS lists all models and their fields with account IDs', () => {
  const { api, log } = system.installation
  const connection = mongoose.createConnection()
  const redis = new Redis({ lazyConnect: true })
  const opened = { connection, redis, log: createLog('test', 'silent') }
  composeApi(api, { ...opened, streams: createEventStreams() })
  composeLog(log, { ...opened, metrics: createMetrics('test') })
  const fields = Object.values(connection.models).map(({ modelName, schema }) => {
    const isAccountId = (path: string) =>
      path === ACCOUNT_ID_FIELDS.get(modelName) || /(^|\.)accountId$/.test(path)
    return [modelName, Object.keys(schema.paths).find(isAccountId) ?? null] as const
  })
  expect(new Map(fields)).toEqual(ACCOUNT_ID_FIELDS)
})

test('returns personal data in pages, each record once', async () => {
  const accountId = randomUUID()
  const token = await system.installation.signIn({ accountId })
  const certificates = Array.from({ length: 300 }, () => certifyRequest())
  const path = '/certificates/bulk'
  expect((await system.client.request('POST', path, { certificates }, token)).status).toBe(201)
  const first = await services.call(DOCUMENTS, personalData, { accountId, after: null })
  const second = await services.call(DOCUMENTS, personalData, { accountId, after: first.next })
  expect([first.records.length, second.records.length, second.next]).toEqual([250, 50, null])
  const ids = [...first.records, ...second.records].map(({ _id }) => _id)
  expect(new Set(ids)).toEqual(new Set(certificates.map(({ id }) => id)))
})

test('after an account is deleted, no record refers to it, and its certificates remain available by link', async () => {
  const { accountId, certificate, fetchData } = await setup()
  const other = await setup()
  const endAccount = () => services.call(DOCUMENTS, accountEnded, { accountId })
  expect([await endAccount(), await endAccount()]).toEqual([{ done: true }, { done: true }])
  expect(await fetchData()).toEqual({ records: [], next: null })
  expect((await other.fetchData()).records).toHaveLength(2)
  const shared = await system.client.request('GET', `/shares/${certificate.shareLink}`)
  expect(await shared.json()).toMatchObject({ fileName: 'diploma.pdf' })
})

test('digests of requests with an Idempotency-Key are deleted with the account', async () => {
  const { accountId, token } = await setup()
  const certify = async () => {
    const url = `http://127.0.0.1:${system.api.port}${certifyDocument.path}`
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const body = JSON.stringify(certifyRequest())
    const init = { method: 'POST', headers: { ...headers, 'idempotency-key': 'k1' }, body }
    return (await fetch(url, init)).status
  }
  expect([await certify(), await certify()]).toEqual([201, 422])
  await services.call(DOCUMENTS, accountEnded, { accountId })
  expect(await certify()).toBe(201)
})

test('deleting a workspace deletes no certificate', async () => {
  const { workspaceId, token, certificate } = await setup()
  const change = { workspaceId, version: 7, name: 'Gone', members: [], ended: true }
  expect(await services.call(DOCUMENTS, workspaceChanged, change)).toEqual({ done: true })
  const path = `/certificates/${certificate.id}`
  expect((await system.client.request('GET', path, undefined, token)).status).toBe(200)
})

test('callers without a service’s key are refused', async () => {
  const { accountId, token, fetchData } = await setup()
  const url = `http://127.0.0.1:${system.api.port}${accountEnded.path}`
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify({ accountId }),
  })
  expect(response.status).toBe(401)
  expect((await fetchData()).records).toHaveLength(2)
})
