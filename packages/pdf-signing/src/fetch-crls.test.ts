import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { issueCrl } from './crl.ts'
import { fetchRevocation } from './fetch-revocation.ts'
import { type Authority, createIssuer, createRoot, type IssuedId, issueDigitalId } from './pki.ts'
import { revocationSources } from './revocation-sources.ts'
import { serve, type TestServer } from './testing/serve-time-stamps.ts'

const HOUR_MS = 3_600_000
const NOW = new Date()

let server: TestServer
let root: Authority
let issuer: Authority
let id: IssuedId
/** What the server responds with; null for 503. */
let response: Uint8Array | null

beforeAll(async () => {
  server = await serve((_, to) => void (response ? to.end(response) : to.writeHead(503).end()))
  const options = {
    notBefore: new Date(NOW.getTime() - HOUR_MS),
    notAfter: new Date(NOW.getTime() + 1000 * HOUR_MS),
    crlUrl: server.url,
  }
  root = await createRoot({ ...options, commonName: 'Example Root' })
  issuer = await createIssuer(root, { ...options, commonName: 'Example Issuer' })
  id = await issueDigitalId(issuer, { commonName: 'Example Ltd', now: NOW })
})
afterAll(() => server.stop())
beforeEach(async () => {
  response = await crl(issuer)
})

/** Only of the certificate that signs: the server has one address. */
const fetched = () => fetchRevocation(revocationSources(id).slice(0, 1), { now: NOW })

function crl(by: Authority, { revoked = '', nextUpdate = new Date(NOW.getTime() + HOUR_MS) } = {}) {
  return issueCrl(by, {
    number: 1n,
    thisUpdate: new Date(NOW.getTime() - HOUR_MS),
    nextUpdate,
    ...(revoked !== '' && { revoked: [{ serialNumber: revoked, revokedAt: NOW }] }),
  })
}

test('finds the CRL of each certificate except the root', () => {
  const sources = revocationSources(id)
  expect(
    sources.map(({ certificate, crlUrls, ocspUrls }) => [certificate.subject, crlUrls, ocspUrls]),
  ).toEqual([
    ['CN=Example Ltd', [server.url], []],
    ['CN=Example Issuer', [server.url], []],
  ])
})

test('returns the CRL as it was issued', async () => {
  expect(await fetched()).toEqual({ crls: [response], ocspResponses: [] })
})

test('asks the next address if one does not work', async () => {
  const [source] = revocationSources(id)
  if (!source) throw new Error('no source')
  const crlUrls = ['http://127.0.0.1:1/', ...source.crlUrls]
  expect((await fetchRevocation([{ ...source, crlUrls }], { now: NOW })).crls).toHaveLength(1)
})

test.each<[string, () => Promise<Uint8Array | null>, string]>([
  ['nobody responds', async () => null, 'no-response'],
  ['the response is no CRL', async () => Buffer.from('<html>'), 'malformed'],
  ['the response is too large', () => followedBy(new Uint8Array(5 * 2 ** 20)), 'malformed'],
  ['another authority signed it', () => crl(root), 'signature-not-valid'],
  ['it is outdated', () => crl(issuer, { nextUpdate: NOW }), 'outdated'],
  ['it revokes the certificate', () => crl(issuer, { revoked: serialNumber() }), 'revoked'],
])('refuses a CRL if %s', async (_, make, code) => {
  response = await make()
  const subject = 'CN=Example Ltd'
  await expect(fetched()).rejects.toMatchObject({ code, url: server.url, subject })
})

/** Parsers ignore what follows a CRL. */
async function followedBy(bytes: Uint8Array): Promise<Uint8Array> {
  return Buffer.concat([await crl(issuer), bytes])
}

function serialNumber(): string {
  return new X509Certificate(id.certificate).serialNumber
}
