import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Certificate } from '@inkproof/protocol/certificates'
import { FirstAnchor } from '@inkproof/protocol/log'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import mongoose from 'mongoose'
import { startApi } from '../roles.ts'
import { createClient, makeRevocation } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

let system: System
let token: string

beforeAll(async () => {
  system = await startSystem({ ANCHOR_MS: '500' })
  token = await system.installation.signIn()
})

afterAll(() => system.stop())

async function fetchFirstAnchor(index: number) {
  const response = await system.client.request('GET', `/anchors?covering=${index}`)
  return FirstAnchor.parse(await response.json()).anchor
}

async function verifyCurrentProof({ id, fingerprint }: Certificate) {
  const path = `/certificates/${id}/proof`
  const text = await (await system.client.request('GET', path, undefined, token)).text()
  return await system.verifyProof(fingerprint, text)
}

async function createAnchoredCertificate() {
  const certificate = await system.client.certify(token)
  const { settled } = await system.waitUntilAnchored(certificate.index)
  return { certificate, settled }
}

test('a certificate refers to the first block that covers it, even after later anchors', async () => {
  const { certificate, settled } = await createAnchoredCertificate()
  const { settled: second } = await createAnchoredCertificate()
  expect(second?.blockNumber).toBeGreaterThan(settled?.blockNumber ?? 0)
  const { size, txHash, blockNumber, blockHash, blockTime } = settled as NonNullable<typeof settled>
  const first = { size, txHash, blockNumber, blockHash, blockTime }
  expect(await fetchFirstAnchor(certificate.index)).toEqual(first)
  const { verdict, facts } = await verifyCurrentProof(certificate)
  expect(verdict).toMatchObject({ code: 'certified' })
  expect(verdict.values.notRevokedAt).toBe(facts?.blockTime)
  expect(facts).toMatchObject({ blockHash, size: BigInt(size) })
})

test('a revoked certificate is proved against the state that shows the revocation', async () => {
  const { certificate } = await createAnchoredCertificate()
  const body = { opening: makeRevocation(certificate) }
  const path = `/certificates/${certificate.id}/revoke`
  expect((await system.client.request('POST', path, body, token)).status).toBe(201)
  const { index } = (await createAnchoredCertificate()).certificate
  await system.waitUntilAnchored(index)
  expect((await verifyCurrentProof(certificate)).verdict.code).toBe('revoked')
})

test('returns null for an entry that no final anchor covers, and rejects an invalid index', async () => {
  expect(await fetchFirstAnchor(999_999_999)).toBeNull()
  const response = await system.client.request('GET', '/anchors?covering=-1')
  expect(response.status).toBe(400)
})

test('finds anchors created before the process started', async () => {
  const { certificate } = await createAnchoredCertificate()
  const before = await fetchFirstAnchor(certificate.index)
  await createAnchoredCertificate()
  const another = await startApi(system.installation.api)
  await another.ready
  const path = `/anchors?covering=${certificate.index}`
  const response = await createClient(another.port).request('GET', path)
  await another.stop()
  expect(await response.json()).toEqual({ anchor: before })
})

test('reads the first anchor from the second store if its file is missing from the served folder', async () => {
  const { certificate } = await createAnchoredCertificate()
  const before = await fetchFirstAnchor(certificate.index)
  await createAnchoredCertificate()
  await rm(join(system.installation.log.LOG_DIR, `anchor/${before?.size}`))
  expect(await fetchFirstAnchor(certificate.index)).toEqual(before)
  const { facts } = await verifyCurrentProof(certificate)
  expect(facts).toMatchObject({ blockHash: before?.blockHash })
})

test('returns the newest final anchor if the database has no planned anchors', async () => {
  const { certificate } = await createAnchoredCertificate()
  const database = await mongoose.createConnection(system.installation.api.MONGO_URL).asPromise()
  await database.collection('anchors').deleteMany({})
  await database.close()
  const another = await startApi(system.installation.api)
  await another.ready
  const client = createClient(another.port)
  const response = await client.request('GET', `/anchors?covering=${certificate.index}`)
  const { settled } = await client.heads()
  await another.stop()
  expect(await response.json()).toMatchObject({ anchor: { blockHash: settled?.blockHash } })
})
