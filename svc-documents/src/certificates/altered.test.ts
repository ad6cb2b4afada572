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
import {
  certifyRequest,
  makeRevocation,
  openingJson,
  randomFingerprint,
} from '../testing/client.ts'
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

async function edit(id: string, change: Record<string, unknown>): Promise<void> {
  await database.collection('certificates').updateOne({ _id: id as never }, { $set: change })
}

async function call(method: string, path: string, body?: unknown, bearer = token) {
  const response = await system.client.request(method, path, body, bearer)
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, code }
}

const ALTERED = { status: 409, code: 'CERTIFICATE_ALTERED' }

test.each([
  ['its fingerprint was edited', { 'opening.fingerprint': randomFingerprint() }],
  ['its title was edited', { 'opening.claims.0.value': 'Lease 2027' }],
  ['its opening was replaced with an invalid one', { opening: 'none' }],
  ['its leaf hash was edited', { leafHash: randomFingerprint() }],
])('a certificate is shown nowhere after %s in the database', async (_edit, change) => {
  const owner = await system.installation.signIn()
  const certificate = await system.client.certify(owner)
  await edit(certificate.id, change)
  const own = `/certificates/${certificate.id}`
  const link = `/shares/${certificate.shareLink}`
  for (const path of [own, `${own}/proof`, link, `${link}/proof`])
    expect([path, await call('GET', path, undefined, owner)]).toEqual([path, ALTERED])
  const body = { opening: makeRevocation(certificate) }
  expect(await call('POST', `${own}/revoke`, body, owner)).toEqual(ALTERED)
})

test('a list marks an altered certificate and shows the others', async () => {
  const owner = await system.installation.signIn()
  const [first, second, third] = [
    await system.client.certify(owner),
    await system.client.certify(owner),
    await system.client.certify(owner),
  ]
  const body = { opening: makeRevocation(third) }
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

test('a lookup by an edited fingerprint reports the certificate as altered', async () => {
  const { id } = await system.client.certify(token, certifyRequest({ findable: true }))
  const fingerprint = randomFingerprint()
  await edit(id, { findable: fingerprint })
  expect(await call('POST', '/lookup', { fingerprint })).toEqual(ALTERED)
})

test('a revocation moved to another certificate is detected', async () => {
  const owner = await system.installation.signIn()
  const first = await system.client.certify(owner)
  const second = await system.client.certify(owner)
  const body = { opening: makeRevocation(first) }
  await system.client.request('POST', `/certificates/${first.id}/revoke`, body, owner)
  await edit(`${first.id}.revoked`, { previous: second.index })
  expect(await call('GET', `/certificates/${second.id}`, undefined, owner)).toEqual(ALTERED)
})

test('builds a proof from the second store when a served tile was changed, and fails when both copies were changed', async () => {
  const { id, index } = await system.client.certify(token)
  const { anchor } = await system.waitUntilAnchored(index)
  const { LOG_DIR, LOG_COPY_DIR } = system.installation.log
  const path = tilePath(0, 0n, anchor?.size)
  const servedPath = join(LOG_DIR, path)
  await writeFile(servedPath, new Uint8Array((await readFile(servedPath)).length))
  const proof = () => system.client.request('GET', `/certificates/${id}/proof`, undefined, token)
  expect((await proof()).status).toBe(200)
  const copyPath = join(LOG_COPY_DIR, path)
  await copyFile(copyPath, `${copyPath}.backup`)
  await copyFile(servedPath, copyPath)
  const refused = await proof()
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    503,
    'RECORD_DAMAGED',
  ])
  await copyFile(`${copyPath}.backup`, copyPath)
  await copyFile(copyPath, servedPath)
})

test('a refused bulk request leaves no entry, certificate or share', async () => {
  const existing = certifyRequest()
  await system.client.certify(token, existing)
  const fresh = certifyRequest()
  const entry = Buffer.from(
    entryFromOpening(fresh.opening, KINDS.certified, 'test').leafHash,
    'hex',
  )
  const countStored = async () => [
    await database.collection('certificates').countDocuments(),
    await database.collection('shares').countDocuments(),
    await database.collection('entries').countDocuments({ leafHash: entry }),
  ]
  const before = await countStored()
  for (const [bad, status] of [
    [certifyRequest({ id: existing.id }), 409],
    [certifyRequest({ opening: existing.opening }), 409],
    [certifyRequest({ opening: fresh.opening }), 400],
  ] as const) {
    const body = { certificates: [fresh, bad] }
    expect((await call('POST', '/certificates/bulk', body)).status).toBe(status)
  }
  expect(await countStored()).toEqual(before)
})

test.each([
  ['file name', certifyRequest({ fileName: 'lease\ud800.pdf' })],
  ['claim', certifyRequest({ opening: openingJson({ claims: { title: 'a' } }) })],
])('refuses a lone surrogate in a %s', async (where, request) => {
  const claims = request.opening.claims.map((claim) => ({ ...claim, value: '\udc00' }))
  const body = where === 'claim' ? { ...request, opening: { ...request.opening, claims } } : request
  expect(await call('POST', '/certificates', body)).toMatchObject({
    status: 400,
    code: 'INVALID_INPUT',
  })
})

test.each([
  ['this log', 201, (origin: string) => origin],
  ['another log', 400, (origin: string) => `${origin}/other`],
])(
  'a certificate with a wallet signature for %s gets status %i',
  async (_log, status, originFor) => {
    const wallet = Wallet.createRandom()
    const opening = openingFromJson(openingJson())
    const origin = originFor(String(system.installation.log.LOG_ORIGIN))
    const { domain, types, message } = entryTypedData(opening, origin)
    const signature = await wallet.signTypedData(domain, { Entry: types.Entry }, message)
    const signed = addWalletSignature(opening, origin, { address: wallet.address, signature })
    const request = certifyRequest({ opening: openingToJson(signed) as OpeningJson })
    expect((await call('POST', '/certificates', request)).status).toBe(status)
  },
)

test('responds to a HEAD request for the event stream with 405', async () => {
  const response = await system.client.request('HEAD', '/log/events')
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
})
