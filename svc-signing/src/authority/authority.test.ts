import 'reflect-metadata'
import { createHash, X509Certificate } from 'node:crypto'
import { checkPdfSignatures } from '@inkproof/pdf-signatures/check'
import { signatureVerdict } from '@inkproof/pdf-signatures/verdict'
import { issueCrl } from '@inkproof/pdf-signing/crl'
import { localDigitalId } from '@inkproof/pdf-signing/digital-id'
import { TimeStampError } from '@inkproof/pdf-signing/errors'
import { NO_REVOCATION_DATA } from '@inkproof/pdf-signing/fetch-revocation'
import { createInstallationAuthority } from '@inkproof/pdf-signing/installation-authority'
import { chainOf } from '@inkproof/pdf-signing/pki'
import { prepare } from '@inkproof/pdf-signing/prepare'
import { makePki, type TestPki } from '@inkproof/pdf-signing/testing/make-pki'
import { reissue } from '@inkproof/pdf-signing/testing/reissue'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { serveOcsp } from '@inkproof/pdf-signing/testing/serve-ocsp'
import {
  serve,
  serveTimeStamps,
  type TestServer,
} from '@inkproof/pdf-signing/testing/serve-time-stamps'
import { issueToken } from '@inkproof/pdf-signing/time-stamp-authority'
import { composeFeatures, supply } from '@inkproof/service-kit/feature'
import { serveCalls } from '@inkproof/service-kit/testing/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import * as x509 from '@peculiar/x509'
import type { Config } from '../config.ts'
import { createPdfWorker } from '../pdf/pdf-worker.ts'
import { configuration, runtime } from '../platform/feature.ts'
import { pdfProgram } from '../testing/pdf-program.ts'
import { authorityFeature } from './feature.ts'

const ORIGIN = 'https://sign.example'
const ROOT_CRL = `${ORIGIN}/api/v1/signing-authority/root.crl`
const HASH = createHash('sha256').update('statement').digest()
const JANE = { name: 'Jane "JR" Roe #1', email: 'jane@example.test', statementHash: HASH }

let setting: string
beforeAll(async () => {
  const created = await createInstallationAuthority('Inkproof sign.example', ROOT_CRL, new Date())
  setting = created.authority
})

type Options = { urls?: string[]; now?: () => Date; SIGNING_AUTHORITY?: string }

function compose({ urls = [], now = () => new Date(), SIGNING_AUTHORITY = setting }: Options = {}) {
  const settings = { SIGNING_AUTHORITY, TIME_STAMP_URLS: urls, PUBLIC_ORIGIN: ORIGIN }
  return composeFeatures([
    supply(configuration, settings as unknown as Config),
    supply(runtime, { now } as never),
    authorityFeature,
  ])
}

const authorityOf = (options?: Options) => compose(options).providedBy(authorityFeature).authority

describe('the digital ID of a signer', () => {
  test('has exactly the name, the address and the hash of the statement, for a day', async () => {
    const { certificate, notAfter } = await authorityOf().issueSigner({ ...JANE, now: new Date() })
    const parsed = new X509Certificate(certificate)
    expect(parsed.subject).toBe('CN=Jane \\"JR\\" Roe #1')
    expect(parsed.subjectAltName).toBe('email:jane@example.test')
    expect(Buffer.from(certificate).includes(HASH)).toBe(true)
    expect(notAfter.getTime() - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
  })

  test.each([
    ['jane@bücher.example', 'email:jane@xn--bcher-kva.example'],
    ['jürgen@example.test', undefined],
  ])('has an address in ASCII or none: %s', async (email, subjectAltName) => {
    const id = await authorityOf().issueSigner({ ...JANE, email, now: new Date() })
    expect(new X509Certificate(id.certificate).subjectAltName).toBe(subjectAltName)
  })
})

test('the digital ID of the final signature names the installation', async () => {
  const { certificate } = await authorityOf().seal(new Date())
  expect(new X509Certificate(certificate).subject).toBe('CN=sign.example (final signature)')
})

test('a finished file is valid for whoever trusts the root', async () => {
  const authority = authorityOf()
  const worker = createPdfWorker(10, pdfProgram())
  const now = new Date()
  const { bytes } = await prepare(samplePdf(), { signers: [[]], preparedAt: now })
  const file = await worker.finish({
    prepared: bytes,
    values: {},
    evidence: { name: 'evidence.json', data: Buffer.from('{}') },
    filledAt: now,
    signers: [
      {
        field: 'signer-01-signature',
        digitalId: await authority.issueSigner({ ...JANE, now }),
        signedAt: now,
      },
    ],
    seal: { digitalId: await authority.seal(now), signedAt: now },
    timeStamp: authority.timeStamp,
    validationData: async () => ({
      certificates: authority.certificates(),
      crls: await authority.crls(new Date()),
    }),
  })
  const [root] = authority.certificates()
  for (const days of [0, 2, 365]) {
    const { signatures } = await checkPdfSignatures(file, {
      trustedRoots: [root as Uint8Array],
      now: new Date(Date.now() + 1000 + days * 24 * 3_600_000),
    })
    expect(signatures.map(signatureVerdict)).toEqual(['signed', 'signed', 'signed'])
    expect(signatures.slice(0, 2).map(({ chain }) => chain.revocation)).toEqual([
      'not-revoked',
      'not-revoked',
    ])
  }
})

describe('time-stamps', () => {
  test('come from the first configured authority that issues one', async () => {
    const pki = await makePki()
    const broken = await serve((_, response) => void response.writeHead(500).end())
    const working = await serveTimeStamps({ digitalId: pki.timeStampId })
    const { timeStamp } = authorityOf({ urls: [broken.url, working.url] })
    const token = await timeStamp(HASH)
    expect([broken.requests, working.requests]).toEqual([1, 1])
    expect(Buffer.from(token).includes(Buffer.from(pki.timeStampId.certificate))).toBe(true)
    await broken.stop()
    await working.stop()
  })

  test('are never replaced by the installation’s own if others are configured', async () => {
    const broken = await serve((_, response) => void response.writeHead(500).end())
    await expect(authorityOf({ urls: [broken.url] }).timeStamp(HASH)).rejects.toMatchObject({
      failures: [{ url: broken.url, code: new TimeStampError('http-status').code }],
    })
    await broken.stop()
  })
})

describe('the CRLs of a time-stamp authority', () => {
  const start = Date.now()
  let clock: number
  let pki: TestPki
  let crls: TestServer
  let stamps: TestServer
  /** What the address of the CRL responds with; null for 503. */
  let response: Uint8Array | null
  beforeAll(async () => {
    crls = await serve((_, to) => void (response ? to.end(response) : to.writeHead(503).end()))
    pki = await makePki({ crlUrl: crls.url })
    stamps = await serveTimeStamps({ digitalId: pki.timeStampId })
  })
  afterAll(async () => {
    await crls.stop()
    await stamps.stop()
  })
  beforeEach(async () => {
    clock = start
    response = (await pki.crls(new Date()))[0] ?? null
  })
  const configured = () => authorityOf({ urls: [stamps.url], now: () => new Date(clock) })

  test('are fetched once an hour, and returned once', async () => {
    const authority = configured()
    const tokens = [await authority.timeStamp(HASH), await authority.timeStamp(HASH)]
    const before = crls.requests
    expect(await authority.timeStampRevocation(tokens)).toEqual({
      crls: [Buffer.from(response ?? [])],
      ocspResponses: [],
    })
    clock += 3_599_999
    await authority.timeStampRevocation(tokens)
    expect(crls.requests - before).toBe(1)
    clock += 1
    await authority.timeStampRevocation(tokens)
    expect(crls.requests - before).toBe(2)
  })

  test.each<[string, () => Promise<Uint8Array | null>, RegExp]>([
    [
      'cannot be fetched',
      async () => null,
      /^a time-stamp authority cannot be used: the CRL at .* cannot be fetched; .*TIME_STAMP_URLS$/,
    ],
    [
      'name it as revoked',
      revokingCrl,
      /^a time-stamp authority cannot be used: the certificate CN=Example time-stamps was revoked/,
    ],
  ])('say that it cannot be used if they %s', async (_, respond, sentence) => {
    const authority = configured()
    const token = await authority.timeStamp(HASH)
    const usable = response
    response = await respond()
    await expect(authority.timeStampRevocation([token])).rejects.toThrow(sentence)
    response = usable
    expect((await authority.timeStampRevocation([token])).crls).toHaveLength(1)
  })

  test('are replaced by OCSP responses if its certificate names a responder', async () => {
    const ocsp = await serveOcsp(pki.root)
    const certificate = await reissue(pki.root, pki.timeStampId.certificate, [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.8'], true),
      new x509.AuthorityInfoAccessExtension({ ocsp: ocsp.url }),
    ])
    const digitalId = localDigitalId(certificate, chainOf(pki.root), pki.timeStampId.privateKey)
    const token = await issueToken({ digitalId, now: () => new Date() }, HASH)
    const found = await configured().timeStampRevocation([token])
    expect(found).toMatchObject({ crls: [], ocspResponses: { length: 1 } })
    ocsp.settings.status = 'revoked'
    const revoked = configured().timeStampRevocation([token])
    await expect(revoked).rejects.toThrow(/was revoked, according to .*TIME_STAMP_URLS$/)
    await ocsp.stop()
  })

  test('of the installation itself are not fetched', async () => {
    const authority = authorityOf()
    const token = await authority.timeStamp(HASH)
    expect(await authority.timeStampRevocation([token])).toEqual(NO_REVOCATION_DATA)
  })

  function revokingCrl(): Promise<Uint8Array> {
    const { serialNumber } = new X509Certificate(pki.timeStampId.certificate)
    return issueCrl(pki.root, {
      number: 1n,
      thisUpdate: new Date(start),
      nextUpdate: new Date(start + 24 * 3_600_000),
      revoked: [{ serialNumber, revokedAt: new Date(start) }],
    })
  }
})

describe('without a session', () => {
  let clock: Date
  let server: Awaited<ReturnType<typeof serveCalls>>
  beforeAll(async () => {
    clock = new Date()
    server = await serveCalls(compose({ now: () => clock }).calls)
  })
  afterAll(() => server.stop())

  async function get(name: string) {
    const response = await server.send('GET', `/api/v1/signing-authority/${name}`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { bytes, type: response.headers.get('content-type'), headers: response.headers }
  }

  test('the root certificate can be downloaded', async () => {
    const { bytes, type } = await get('root.cer')
    expect(type).toBe('application/pkix-cert')
    expect(new X509Certificate(bytes).subject).toBe('CN=Inkproof sign.example root')
  })

  test('the CRLs can be downloaded, and are signed by their issuers', async () => {
    const [root, issuing] = authorityOf()
      .certificates()
      .map((der) => new x509.X509Certificate(new Uint8Array(der)))
    for (const [name, issuer] of [
      ['root.crl', root],
      ['issuing.crl', issuing],
    ] as const) {
      const { bytes, type, headers } = await get(name)
      expect(type).toBe('application/pkix-crl')
      expect(headers.get('cache-control')).toMatch(/^public, max-age=/)
      const crl = new x509.X509Crl(bytes)
      expect(crl.entries).toEqual([])
      expect(await crl.verify({ publicKey: issuer as x509.X509Certificate })).toBe(true)
    }
  })

  test('the CRL of the issuing certificate is renewed each hour, long before it expires', async () => {
    const first = new x509.X509Crl((await get('issuing.crl')).bytes)
    expect(new x509.X509Crl((await get('issuing.crl')).bytes).rawData).toEqual(first.rawData)
    clock = new Date(clock.getTime() + 3_600_000)
    const next = new x509.X509Crl((await get('issuing.crl')).bytes)
    expect(next.thisUpdate.getTime()).toBeGreaterThan(first.thisUpdate.getTime())
    expect(first.nextUpdate?.getTime()).toBeGreaterThan(clock.getTime() + 24 * 3_600_000)
  })
})

test('the service does not start with a damaged setting, and says so', () => {
  expect(() => compose({ SIGNING_AUTHORITY: 'e30' })).toThrow(
    'SIGNING_AUTHORITY is damaged; restore it from a backup of keys.env',
  )
})

test('the service does not start with a damaged CRL, and says so', () => {
  const stored = JSON.parse(Buffer.from(setting, 'base64url').toString())
  const damaged = Buffer.from(JSON.stringify({ ...stored, rootCrl: 'AAAA' })).toString('base64url')
  expect(() => compose({ SIGNING_AUTHORITY: damaged })).toThrow(
    'the CRL of the root in SIGNING_AUTHORITY is damaged; restore it from a backup of keys.env',
  )
})

test('the service is no longer ready once a certificate has expired', async () => {
  let now = new Date()
  const [job] = compose({ now: () => now }).jobs
  await job?.check()
  now = new Date(now.getTime() + 11 * 365 * 24 * 3_600_000)
  await expect(job?.check()).rejects.toThrow('not valid at the current time')
})
