import { openingFromJson, openingToJson } from '@inkproof/proof/opening'
import { parseProofFile } from '@inkproof/proof/proof-file'
import { addWalletSignature, entryTypedData } from '@inkproof/proof/wallet'
import type { OpeningJson, SharedCertificate } from '@inkproof/protocol/certificates'
import { LookupResponse, SharedCertificate as Shared } from '@inkproof/protocol/certificates'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Wallet } from 'ethers'
import {
  certifyRequest,
  makeRevocation,
  openingJson,
  randomFingerprint,
} from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

let system: System
let token: string

beforeAll(async () => {
  system = await startSystem()
  token = await system.installation.signIn()
})

afterAll(() => system.stop())

async function lookup(fingerprint: string): Promise<SharedCertificate[]> {
  const response = await system.client.request('POST', '/lookup', { fingerprint })
  expect(response.status).toBe(200)
  return LookupResponse.parse(await response.json()).certificates
}

test('anyone with the link can see the certificate and download its proof file', async () => {
  const certificate = await system.client.certify(token)
  const shared = await system.client.request('GET', `/shares/${certificate.shareLink}`)
  expect(Shared.parse(await shared.json())).toMatchObject({
    index: certificate.index,
    title: 'Lease 2026',
    issuer: 'Ada Example',
    revokedBy: null,
  })
  await system.waitUntilAnchored(certificate.index)
  const proof = await system.client.request('GET', `/shares/${certificate.shareLink}/proof`)
  const { verdict } = await system.verifyProof(certificate.fingerprint, await proof.text())
  expect(verdict.code).toBe('verified')
})

test('the beginning of a page is the title and the note as HTML, without their markup', async () => {
  const claims = { title: '<b>Lease</b> & "annex"', note: "First line\n<i>it's</i>" }
  const opening = openingJson({ claims })
  const certificate = await system.client.certify(token, certifyRequest({ opening }))
  const path = `/shares/${certificate.shareLink}/beginning`
  const response = await system.client.request('GET', path)
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  const html =
    '<h1>&lt;b&gt;Lease&lt;/b&gt; &amp; &quot;annex&quot;</h1><p>First line\n&lt;i&gt;it&#39;s&lt;/i&gt;</p>'
  expect(await response.text()).toBe(html)
  const revocation = { opening: makeRevocation(certificate, 'Wrong amount') }
  await system.client.request('POST', `/certificates/${certificate.id}/revoke`, revocation, token)
  expect(await (await system.client.request('GET', path)).text()).toBe(html)
})

test.each(['A'.repeat(22), 'x'])('the link %s has no beginning', async (link) => {
  const response = await system.client.request('GET', `/shares/${link}/beginning`)
  expect(response.status).toBe(404)
})

test('a link shows neither the opening nor a hidden issuer', async () => {
  const certificate = await system.client.certify(token, certifyRequest({ showIssuer: false }))
  const response = await system.client.request('GET', `/shares/${certificate.shareLink}`)
  const text = await response.text()
  expect((JSON.parse(text) as SharedCertificate).issuer).toBe(null)
  expect(text).not.toContain('Ada Example')
  expect(text).not.toContain(certificate.opening.salt)
})

test('hiding the issuer also hides domain and wallet, on the page and in every proof file', async () => {
  const wallet = Wallet.createRandom()
  const claims = { title: 'Lease 2026', issuer: 'Ada Example', domain: 'ada.example' }
  const opening = openingFromJson(openingJson({ claims }))
  const origin = String(system.installation.log.LOG_ORIGIN)
  const { domain, types, message } = entryTypedData(opening, origin)
  const signature = await wallet.signTypedData(domain, { Entry: types.Entry }, message)
  const signed = addWalletSignature(opening, origin, { address: wallet.address, signature })
  const request = { opening: openingToJson(signed) as OpeningJson, showIssuer: false }
  const certificate = await system.client.certify(token, certifyRequest(request))
  expect(certificate.opening.claims).toHaveLength(4)
  await system.waitUntilAnchored(certificate.index)
  const link = `/shares/${certificate.shareLink}`
  const page = await (await system.client.request('GET', link)).text()
  const proof = await (await system.client.request('GET', `${link}/proof`)).text()
  const own = await system.client.request(
    'GET',
    `/certificates/${certificate.id}/proof`,
    undefined,
    token,
  )
  for (const text of [proof, await own.text()]) {
    const disclosed = parseProofFile(text).opening.claims.filter((claim) => !('hash' in claim))
    expect(disclosed.map((claim) => 'name' in claim && claim.name)).toEqual(['title'])
    expect((await system.verifyProof(certificate.fingerprint, text)).verdict.code).toBe('verified')
  }
  for (const secret of ['Ada Example', 'ada.example', wallet.address.slice(2).toLowerCase()])
    expect(page.toLowerCase()).not.toContain(secret.toLowerCase())
})

test.each([
  ['an unknown link', 'A'.repeat(22)],
  ['a certificate ID in place of a link', ''],
  ['a malformed link', 'x'],
])('treats %s like a missing certificate', async (_name, link) => {
  const shareLink = link || (await system.client.certify(token)).id
  const response = await system.client.request('GET', `/shares/${shareLink}`)
  const { status, code } = (await response.json()) as { status: number; code: string }
  expect([status, code]).toEqual([404, 'CERTIFICATE_NOT_FOUND'])
})

test('anyone with the file finds its certificates if the owner allows it, oldest first', async () => {
  const first = await system.client.certify(token, certifyRequest({ findable: true }))
  const again = certifyRequest({ findable: true })
  again.opening.fingerprint = first.fingerprint
  const second = await system.client.certify(token, again)
  expect((await lookup(first.fingerprint)).map(({ index }) => index)).toEqual([
    first.index,
    second.index,
  ])
})

test('a certificate that is not findable is not returned for its file', async () => {
  const { fingerprint } = await system.client.certify(token)
  expect(await lookup(fingerprint)).toEqual([])
  expect(await lookup(randomFingerprint())).toEqual([])
})

test('a certificate looked up with its file shows its revocation', async () => {
  const certificate = await system.client.certify(token, certifyRequest({ findable: true }))
  const opening = makeRevocation(certificate, 'Wrong amount')
  await system.client.request('POST', `/certificates/${certificate.id}/revoke`, { opening }, token)
  const [found] = await lookup(certificate.fingerprint)
  expect(found?.revokedBy).toBeGreaterThan(certificate.index)
  expect(found?.revocation).toEqual({
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    reason: 'Wrong amount',
    newShareLink: null,
  })
})
