import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { KINDS } from '@inkproof/proof/leaf'
import { openingFromJson, openingToJson } from '@inkproof/proof/opening'
import { tilePath } from '@inkproof/proof/tile'
import { addWalletSignature, entryTypedData } from '@inkproof/proof/wallet'
import { CertificateList, type OpeningJson } from '@inkproof/protocol/certificates'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Wallet } from 'ethers'
import mongoose, { type Connection } from 'mongoose'
import { certifyRequest, openingJson, randomFingerprint, revocationOf } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'
import { openedEntry } from './opening-entry.ts'

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

async function edit(id: string, change: Record<string, unknown>): Promise<void> {
  await database.collection('certificates').updateOne({ _id: id as never }, { $set: change })
}

async function answered(method: string, path: string, body?: unknown, who = token) {
  const response = await system.client.request(method, path, body, who)
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, code }
}

const ALTERED = { status: 409, code: 'CERTIFICATE_ALTERED' }

test.each([
  ['its fingerprint', { 'opening.fingerprint': randomFingerprint() }],
  ['its title', { 'opening.claims.0.value': 'Lease 2027' }],
  ['its opening, to none at all', { opening: 'none' }],
  ['its leaf hash', { leafHash: randomFingerprint() }],
])('a certificate whose %s was edited in the database is shown nowhere', async (_what, change) => {
  const owner = await system.installation.signIn()
  const certificate = await system.client.certify(owner)
  await edit(certificate.id, change)
  const own = `/certificates/${certificate.id}`
  const link = `/shares/${certificate.shareLink}`
  for (const path of [own, `${own}/proof`, link, `${link}/proof`])
    expect([path, await answered('GET', path, undefined, owner)]).toEqual([path, ALTERED])
  const body = { opening: revocationOf(certificate) }
  expect(await answered('POST', `${own}/revoke`, body, owner)).toEqual(ALTERED)
})

test('a list shows the others beside an altered certificate, and marks that one', async () => {
  const owner = await system.installation.signIn()
  const [first, second, third] = [
    await system.client.certify(owner),
    await system.client.certify(owner),
    await system.client.certify(owner),
  ]
  const body = { opening: revocationOf(third) }
  await system.client.request('POST', `/certificates/${third.id}/revoke`, body, owner)
  await edit(first.id, { 'opening.claims.0.value': 'Lease 2027' })
  await edit(`${third.id}.revoked`, { leafHash: randomFingerprint() })
  const response = await system.client.request('GET', '/certificates', undefined, owner)
  const list = CertificateList.parse(await response.json())
  expect(list.certificates.map(({ id }) => id)).toEqual([second.id])
  expect(list.altered).toEqual([
    { id: third.id, index: third.index },
    { id: first.id, index: first.index },
  ])
  expect(list.total).toBe(3)
})

test('a certificate moved to another fingerprint is not found by it', async () => {
  const { id } = await system.client.certify(token, certifyRequest({ findable: true }))
  const fingerprint = randomFingerprint()
  await edit(id, { findable: fingerprint })
  expect(await answered('POST', '/lookup', { fingerprint })).toEqual(ALTERED)
})

test('a revocation moved to another certificate is detected', async () => {
  const owner = await system.installation.signIn()
  const first = await system.client.certify(owner)
  const second = await system.client.certify(owner)
  const body = { opening: revocationOf(first) }
  await system.client.request('POST', `/certificates/${first.id}/revoke`, body, owner)
  await edit(`${first.id}.revoked`, { previous: second.index })
  expect(await answered('GET', `/certificates/${second.id}`, undefined, owner)).toEqual(ALTERED)
})

test('builds a proof from the second store when a served tile was changed, and refuses when both were', async () => {
  const { id, index } = await system.client.certify(token)
  const { anchor } = await system.anchored(index)
  const { LOG_DIR, LOG_COPY_DIR } = system.installation.log
  const path = tilePath(0, 0n, anchor?.size)
  const place = join(LOG_DIR, path)
  await writeFile(place, new Uint8Array((await readFile(place)).length))
  const proof = () => system.client.request('GET', `/certificates/${id}/proof`, undefined, token)
  expect((await proof()).status).toBe(200)
  const kept = join(LOG_COPY_DIR, path)
  await copyFile(kept, `${kept}.kept`)
  await copyFile(place, kept)
  const refused = await proof()
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    503,
    'RECORD_DAMAGED',
  ])
  await copyFile(`${kept}.kept`, kept)
  await copyFile(kept, place)
})

test('a refused bulk request leaves neither entry nor certificate nor share', async () => {
  const taken = certifyRequest()
  await system.client.certify(token, taken)
  const fresh = certifyRequest()
  const entry = Buffer.from(openedEntry(fresh.opening, KINDS.certified, 'test').leafHash, 'hex')
  const stored = async () => [
    await database.collection('certificates').countDocuments(),
    await database.collection('shares').countDocuments(),
    await database.collection('entries').countDocuments({ leafHash: entry }),
  ]
  const before = await stored()
  for (const [bad, status] of [
    [certifyRequest({ id: taken.id }), 409],
    [certifyRequest({ opening: taken.opening }), 409],
    [certifyRequest({ opening: fresh.opening }), 400],
  ] as const) {
    const body = { certificates: [fresh, bad] }
    expect((await answered('POST', '/certificates/bulk', body)).status).toBe(status)
  }
  expect(await stored()).toEqual(before)
})

test.each([
  ['file name', certifyRequest({ fileName: 'lease\ud800.pdf' })],
  ['claim', certifyRequest({ opening: openingJson({ claims: { title: 'a' } }) })],
])('half a character in a %s is refused', async (where, request) => {
  const claims = request.opening.claims.map((claim) => ({ ...claim, value: '\udc00' }))
  const body = where === 'claim' ? { ...request, opening: { ...request.opening, claims } } : request
  expect(await answered('POST', '/certificates', body)).toMatchObject({
    status: 400,
    code: 'INVALID_INPUT',
  })
})

test.each([
  ['the log it is for', (origin: string) => origin, 201],
  ['another log', (origin: string) => `${origin}/other`, 400],
])('a wallet signature for %s is verified before it is recorded', async (_log, named, status) => {
  const wallet = Wallet.createRandom()
  const opening = openingFromJson(openingJson())
  const origin = named(String(system.installation.log.LOG_ORIGIN))
  const { domain, types, message } = entryTypedData(opening, origin)
  const signature = await wallet.signTypedData(domain, { Entry: types.Entry }, message)
  const signed = addWalletSignature(opening, origin, { address: wallet.address, signature })
  const request = certifyRequest({ opening: openingToJson(signed) as OpeningJson })
  expect((await answered('POST', '/certificates', request)).status).toBe(status)
})

test('HEAD of the stream of heads is answered and not kept open', async () => {
  const response = await system.client.request('HEAD', '/log/events')
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
})
