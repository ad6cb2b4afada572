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
import { certifyRequest, revocationOf } from '../testing/client.ts'
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

/** A person with one certificate, which they also revoked. */
async function setup() {
  const accountId = randomUUID()
  const workspaceId = randomUUID()
  const token = await system.installation.signIn({ accountId, workspaceId })
  const { client } = system
  const certificate = await client.certify(token, certifyRequest({ fileName: 'diploma.pdf' }))
  const opening = revocationOf(certificate)
  const path = `/certificates/${certificate.id}/revoke`
  expect((await client.request('POST', path, { opening }, token)).status).toBe(201)
  const dataOf = (id = accountId) =>
    services.call(DOCUMENTS, personalData, { accountId: id, after: null })
  return { accountId, workspaceId, token, certificate, dataOf }
}

test('a person’s data are the certificates and revocations they made', async () => {
  const { workspaceId, certificate, dataOf } = await setup()
  const { records, next } = await dataOf()
  expect(next).toBeNull()
  expect(records).toMatchObject([
    { kind: 'certificate', _id: certificate.id, workspaceId, fileName: 'diploma.pdf' },
    { kind: 'revocation', previous: certificate.index },
  ])
})

/** A new collection is to be added here and to personal-data-store.ts, which unlinks and exports these. */
test('no other collection than certificates and revocations names an account', () => {
  const { api, log } = system.installation
  const connection = mongoose.createConnection()
  const redis = new Redis({ lazyConnect: true })
  const opened = { connection, redis, log: createLog('test', 'silent') }
  composeApi(api, { ...opened, streams: createEventStreams() })
  composeLog(log, { ...opened, metrics: createMetrics('test') })
  const models = Object.values(connection.models).filter(({ schema }) =>
    Object.keys(schema.paths).some((path) => /(^|\.)accountId$/.test(path)),
  )
  const names = models.map(({ modelName }) => modelName)
  expect(names.sort()).toEqual(['Certificate', 'RevocationIntent'])
})

test('they are returned in pages, each once', async () => {
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

test('after its deletion nothing names an account, and its certificates are still available by link', async () => {
  const { accountId, certificate, dataOf } = await setup()
  const other = await setup()
  const end = () => services.call(DOCUMENTS, accountEnded, { accountId })
  expect([await end(), await end()]).toEqual([{ done: true }, { done: true }])
  expect(await dataOf()).toEqual({ records: [], next: null })
  expect((await other.dataOf()).records).toHaveLength(2)
  const shared = await system.client.request('GET', `/shares/${certificate.shareLink}`)
  expect(await shared.json()).toMatchObject({ fileName: 'diploma.pdf' })
})

test('responses stored for repeated requests are deleted with the account', async () => {
  const { accountId, token } = await setup()
  const request = certifyRequest()
  const send = async () => {
    const url = `http://127.0.0.1:${system.api.port}${certifyDocument.path}`
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const body = JSON.stringify(request)
    const sent = { method: 'POST', headers: { ...headers, 'idempotency-key': 'k1' }, body }
    return (await fetch(url, sent)).json()
  }
  const certificate = await send()
  const path = `/certificates/${certificate.id}/revoke`
  await system.client.request('POST', path, { opening: revocationOf(certificate) }, token)
  // As it was answered before the certificate was revoked.
  expect(await send()).toEqual(certificate)
  await services.call(DOCUMENTS, accountEnded, { accountId })
  expect(await send()).not.toEqual(certificate)
})

test('deleting a workspace deletes no certificate', async () => {
  const { workspaceId, token, certificate } = await setup()
  const now = { workspaceId, version: 7, name: 'Gone', members: [], ended: true }
  expect(await services.call(DOCUMENTS, workspaceChanged, now)).toEqual({ done: true })
  const path = `/certificates/${certificate.id}`
  expect((await system.client.request('GET', path, undefined, token)).status).toBe(200)
})

test('callers without a service’s key are refused', async () => {
  const { accountId, token, dataOf } = await setup()
  const url = `http://127.0.0.1:${system.api.port}${accountEnded.path}`
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify({ accountId }),
  })
  expect(response.status).toBe(401)
  expect((await dataOf()).records).toHaveLength(2)
})
