import 'reflect-metadata'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import * as x509 from '@peculiar/x509'
import { issueCrl } from './crl.ts'
import { fetchRevocation } from './fetch-revocation.ts'
import { type Authority, createIssuer, createRoot, issueDigitalId } from './pki.ts'
import { type RevocationSource, revocationSources } from './revocation-sources.ts'
import { type AddedExtension, withExtension } from './testing/alter-response.ts'
import { reissue } from './testing/reissue.ts'
import { issueResponder, type Responder, serveOcsp, type TestOcsp } from './testing/serve-ocsp.ts'
import { serve, type TestServer } from './testing/serve-time-stamps.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = new Date()
const PSS = ['-ndays', '1', '-rsigopt', 'rsa_padding_mode:pss']
const NONCE = '1.3.6.1.5.5.7.48.1.2'
const NOBODY = 'http://127.0.0.1:1/'

let ocsp: TestOcsp
let crls: TestServer
/** What the server of CRLs responds with; null for 503. */
let crl: Uint8Array | null
let root: Authority
let issuer: Authority
let impostor: Authority
let delegate: Responder
let rsa: Responder
/** Of a certificate that names the responder and the CRL. */
let source: RevocationSource

beforeAll(async () => {
  crls = await serve((_, to) => void (crl ? to.end(crl) : to.writeHead(503).end()))
  const options = {
    notBefore: new Date(NOW.getTime() - HOUR_MS),
    notAfter: new Date(NOW.getTime() + 1000 * HOUR_MS),
    crlUrl: crls.url,
  }
  root = await createRoot({ ...options, commonName: 'Example Root' })
  issuer = await createIssuer(root, { ...options, commonName: 'Example Issuer' })
  impostor = await createIssuer(root, { ...options, commonName: 'Example Issuer' })
  ocsp = await serveOcsp(issuer)
  delegate = await issueResponder(issuer, NOW)
  rsa = await issueResponder(issuer, NOW, { keyType: 'rsa3072' })
  const { certificate } = await issueDigitalId(issuer, { commonName: 'Example Ltd', now: NOW })
  const named = await reissue(issuer, certificate, [
    new x509.CRLDistributionPointsExtension([crls.url]),
    new x509.AuthorityInfoAccessExtension({ ocsp: [NOBODY, ocsp.url], caIssuers: crls.url }),
  ])
  const [first] = revocationSources({ certificate: named, chain: [issuer.certificate] })
  source = first as RevocationSource
})
afterAll(async () => {
  await ocsp.stop()
  await crls.stop()
})
beforeEach(() => {
  crl = null
  const args = ['-ndays', '1']
  Object.assign(ocsp.settings, { status: 'good', responder: issuer, args, instead: undefined })
})

const fetched = (change: Partial<RevocationSource> = {}, now = new Date()) =>
  fetchRevocation([{ ...source, ...change }], { now, timeoutMs: 5000 })

test('reads the addresses of responders and CRLs', () => {
  expect([source.ocspUrls, source.crlUrls]).toEqual([[NOBODY, ocsp.url], [crls.url]])
})

test.each([
  ['the issuer', () => issuer],
  ['a responder that the issuer named', () => delegate],
])('prefers an OCSP response, from the first address that works, signed by %s', async (_, by) => {
  ocsp.settings.responder = by()
  crl = await issueCrl(issuer, {
    number: 1n,
    thisUpdate: NOW,
    nextUpdate: new Date(NOW.getTime() + DAY_MS),
  })
  const { requests } = crls
  const { crls: none, ocspResponses } = await fetched()
  expect([none, ocspResponses.length, crls.requests]).toEqual([[], 1, requests])
})

test('accepts a response that a responder signed with RSA-PSS', async () => {
  Object.assign(ocsp.settings, { responder: rsa, args: PSS })
  expect((await fetched({ crlUrls: [] })).ocspResponses).toHaveLength(1)
})

test('accepts a response with a nonce, which the request does not have', async () => {
  ocsp.settings.instead = await alteredResponse({ oid: NONCE, isCritical: false, of: 'response' })
  expect((await fetched({ crlUrls: [] })).ocspResponses).toHaveLength(1)
})

test('accepts a fresh response that does not say until when it counts', async () => {
  ocsp.settings.args = []
  const soon = new Date(Date.now() + HOUR_MS / 2)
  expect((await fetched({}, soon)).ocspResponses).toHaveLength(1)
  const late = new Date(Date.now() + 2 * HOUR_MS)
  await expect(fetched({}, late)).rejects.toMatchObject({
    code: 'no-response',
    name: 'UnusableCrl',
  })
})

test('fetches a CRL if no responder answers, or none is named', async () => {
  crl = await issueCrl(issuer, {
    number: 1n,
    thisUpdate: NOW,
    nextUpdate: new Date(NOW.getTime() + DAY_MS),
  })
  ocsp.settings.instead = null
  expect(await fetched()).toEqual({ crls: [crl], ocspResponses: [] })
  expect(await fetched({ ocspUrls: [] })).toEqual({ crls: [crl], ocspResponses: [] })
  expect(await fetched({ crlUrls: [], ocspUrls: [] })).toEqual({ crls: [], ocspResponses: [] })
})

test('a CRL does not take back what a responder says about a revocation', async () => {
  crl = await issueCrl(issuer, {
    number: 1n,
    thisUpdate: NOW,
    nextUpdate: new Date(NOW.getTime() + DAY_MS),
  })
  ocsp.settings.status = 'revoked'
  await expect(fetched()).rejects.toMatchObject({ name: 'UnusableOcsp', code: 'revoked' })
})

/** A response of the issuer with another extension. */
async function alteredResponse(extension: AddedExtension): Promise<Uint8Array> {
  const { ocspResponses } = await fetched({ crlUrls: [] })
  return withExtension(ocspResponses[0] ?? new Uint8Array(), issuer, extension)
}

/** `at`: when it is checked, in hours from now. */
type Row = [what: string, code: string, change: () => unknown, at?: number]
test.each<Row>([
  ['nobody responds', 'no-response', () => ({ instead: null })],
  ['it is no OCSP response', 'malformed', () => ({ instead: Buffer.from('<html>') })],
  ['it is too large', 'malformed', () => ({ instead: new Uint8Array(100_001) })],
  ['the responder is too busy', 'refused', () => ({ instead: Buffer.from('30030a0103', 'hex') })],
  ['another authority signed it', 'signature-not-valid', () => ({ responder: root })],
  [
    'a certificate of the issuer that is no responder signed it',
    'signature-not-valid',
    async () => ({
      responder: await issueResponder(issuer, NOW, { purposes: ['1.3.6.1.5.5.7.3.4'] }),
    }),
  ],
  [
    'a responder of another authority signed it',
    'signature-not-valid',
    async () => ({ responder: await issueResponder(root, NOW) }),
  ],
  [
    'a responder of an authority with the same name signed it',
    'signature-not-valid',
    async () => ({ responder: await issueResponder(impostor, NOW) }),
  ],
  [
    'the certificate of the responder has expired',
    'signature-not-valid',
    async () => ({ responder: await issueResponder(issuer, new Date(NOW.getTime() - 2 * DAY_MS)) }),
  ],
  ...(['response', 'certificate'] as const).map(
    (of): Row => [
      `the ${of} has an unknown critical extension`,
      'malformed',
      async () => ({ instead: await alteredResponse({ oid: '1.2.3', isCritical: true, of }) }),
    ],
  ),
  [
    'the certificate of the responder has an unknown critical extension',
    'signature-not-valid',
    async () => {
      const added = [new x509.Extension('1.2.3', true, new Uint8Array([5, 0]))]
      return { responder: await issueResponder(issuer, NOW, { added }) }
    },
  ],
  [
    'the key of the responder is not for signatures',
    'signature-not-valid',
    async () => {
      const usage = x509.KeyUsageFlags.keyEncipherment
      return { responder: await issueResponder(issuer, NOW, { usage }) }
    },
  ],
  [
    'it was signed with RSA-PSS and SHA-1',
    'signature-not-valid',
    () => ({ responder: rsa, args: [...PSS, '-rsigopt', 'rsa_mgf1_md:sha1'] }),
  ],
  ['it was signed with SHA-1', 'signature-not-valid', () => ({ args: ['-rmd', 'sha1'] })],
  ['it is outdated', 'outdated', () => ({}), 25],
  ['it comes from the future', 'outdated', () => ({}), -1],
  ['the responder does not know the certificate', 'unknown', () => ({ status: 'unknown' })],
  ['it revokes the certificate', 'revoked', () => ({ status: 'revoked' })],
])('refuses a response if %s', async (...[, code, change, at = 0]) => {
  Object.assign(ocsp.settings, await change())
  const now = new Date(Date.now() + at * HOUR_MS)
  const found = fetched({ crlUrls: [], ocspUrls: [ocsp.url] }, now)
  const subject = 'CN=Example Ltd'
  await expect(found).rejects.toMatchObject({ name: 'UnusableOcsp', code, url: ocsp.url, subject })
})

test('refuses a response about another certificate', async () => {
  const { certificate } = await issueDigitalId(issuer, { commonName: 'Other', now: NOW })
  const [other] = revocationSources({ certificate, chain: [issuer.certificate] })
  const about = { ...other, ocspUrls: [ocsp.url] } as RevocationSource
  const { ocspResponses } = await fetchRevocation([about], { now: new Date() })
  ocsp.settings.instead = ocspResponses[0] ?? null
  await expect(fetched({ crlUrls: [] })).rejects.toMatchObject({ code: 'other-certificate' })
})
