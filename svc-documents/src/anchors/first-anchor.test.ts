import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseAnchorFile } from '@inkproof/proof/anchor-file'
import type { Certificate } from '@inkproof/protocol/certificates'
import { FirstAnchor } from '@inkproof/protocol/log'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import mongoose from 'mongoose'
import { startApi } from '../roles.ts'
import { createClient, makeRevocation, until } from '../testing/client.ts'
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
  const { verdict, facts, notRevokedAsOf } = await verifyCurrentProof(certificate)
  expect(verdict).toMatchObject({ code: 'verified' })
  expect(Date.parse(notRevokedAsOf ?? '')).toBeGreaterThanOrEqual(
    Date.parse(facts?.blockTime ?? ''),
  )
  expect(facts).toMatchObject({ blockHash, size: BigInt(size) })
})

async function readAnchorFile(name: string) {
  const path = join(system.installation.log.LOG_DIR, 'anchor', name)
  return parseAnchorFile(await readFile(path, 'utf8'))
}

test('each anchor file names the anchor before it, back to the first', async () => {
  const { certificate, settled } = await createAnchoredCertificate()
  const { settled: second } = await createAnchoredCertificate()
  const latest = await readAnchorFile('latest')
  expect([latest.size, latest.previousSize]).toEqual(
    [second?.size, settled?.size].map(Number).map(BigInt),
  )
  const sizes = []
  for (
    let size = latest.size;
    size > 0n;
    size = (await readAnchorFile(`${size}`)).previousSize ?? 0n
  )
    sizes.push(size)
  expect(sizes).toEqual(sizes.toSorted((a, b) => Number(b - a)))
  expect(Number(sizes.at(-1))).toBeGreaterThan(0)
  expect(sizes.some((size) => Number(size) <= certificate.index)).toBe(true)
})

test('the size of the anchor before is read from the chain if the database has lost it', async () => {
  const { settled } = await createAnchoredCertificate()
  const before = await readAnchorFile('latest')
  await system.stopLog()
  const database = await mongoose.createConnection(system.installation.log.MONGO_URL).asPromise()
  await database.collection('anchors').deleteMany({})
  await database.close()
  const { LOG_DIR, LOG_COPY_DIR } = system.installation.log
  for (const folder of [LOG_DIR, LOG_COPY_DIR])
    await rm(join(folder, 'anchor'), { recursive: true })
  await system.startLog()
  const after = await until(
    () => readAnchorFile('latest').catch(() => undefined),
    (anchor) => anchor !== undefined,
  )
  expect(after).toMatchObject({
    size: BigInt(settled?.size ?? 0),
    previousSize: before.previousSize,
  })
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
