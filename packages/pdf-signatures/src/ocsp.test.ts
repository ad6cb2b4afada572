/** OCSP responses in the document security store, made by openssl. */
import { addSignature } from '@inkproof/pdf-signing/add-signature'
import { ocspRequest } from '@inkproof/pdf-signing/ocsp/certificate-id'
import { checkOcspResponse } from '@inkproof/pdf-signing/ocsp/check-response'
import type { IssuedId } from '@inkproof/pdf-signing/pki'
import { revocationSources } from '@inkproof/pdf-signing/revocation-sources'
import { withExtension, withSigningTime } from '@inkproof/pdf-signing/testing/alter-response'
import { makePki, type TestPki } from '@inkproof/pdf-signing/testing/make-pki'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import {
  issueResponder,
  type OcspSettings,
  serveOcsp,
  type TestOcsp,
} from '@inkproof/pdf-signing/testing/serve-ocsp'
import { issueToken } from '@inkproof/pdf-signing/time-stamp-authority'
import { addValidationData } from '@inkproof/pdf-signing/validation-data'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { checkPdfSignatures } from './check.ts'
import { sequence, tlv } from './testing/der.ts'
import { readTestFile } from './testing/files.ts'
import { issueId } from './testing/pki.ts'
import { attribute, cms, resign } from './testing/sign.ts'

const HOUR_MS = 3_600_000
const START = Date.now()
/** Of the signature. The responses are made now. */
const STAMPED_AT = new Date(START - HOUR_MS)

let pki: TestPki
let id: IssuedId
let ocsp: TestOcsp
let defaults: OcspSettings
let signed: Uint8Array
beforeAll(async () => {
  pki = await makePki({ now: () => STAMPED_AT })
  id = await pki.issue('Jane Roe')
  ocsp = await serveOcsp(pki.issuer)
  defaults = { ...ocsp.settings }
  signed = await sign(STAMPED_AT)
})
afterAll(() => ocsp.stop())

function sign(stampedAt: Date): Promise<Uint8Array> {
  const timeStamp = (digest: Uint8Array) =>
    issueToken({ digitalId: pki.timeStampId, now: () => stampedAt }, digest)
  return addSignature(samplePdf(), { digitalId: id, signedAt: stampedAt, timeStamp })
}

/** A response about a digital ID. */
async function responseAbout(
  about: IssuedId,
  settings: Partial<OcspSettings>,
): Promise<Uint8Array> {
  Object.assign(ocsp.settings, defaults, settings)
  return ask(ocsp, about)
}

async function ask(
  { url }: TestOcsp,
  about: Pick<IssuedId, 'certificate' | 'chain'>,
): Promise<Uint8Array> {
  const [source] = revocationSources(about)
  if (!source) throw new Error('no source')
  const body = new Uint8Array(ocspRequest(source))
  return new Uint8Array(await (await fetch(url, { method: 'POST', body })).arrayBuffer())
}

type Check = { file?: Uint8Array; hours?: number; root?: Uint8Array; crls?: Uint8Array[] }

async function chainWith(
  ocspResponses: Uint8Array[],
  { crls = [], file = signed, hours = 1, root = pki.root.certificate }: Check = {},
) {
  const certificates = [pki.issuer.certificate]
  const bytes = await addValidationData(file, { certificates, crls, ocspResponses })
  const options = { trustedRoots: [root], now: new Date(START + hours * HOUR_MS) }
  const { signatures } = await checkPdfSignatures(bytes, options)
  return signatures[0]?.chain
}

type Row = [what: string, expected: string, settings: () => unknown]
test.each<Row>([
  ['the issuer signed', 'not-revoked', () => ({})],
  [
    'a responder that the issuer named signed',
    'not-revoked',
    async () => ({ responder: await issueResponder(pki.issuer, STAMPED_AT) }),
  ],
  ['names a revocation before the time-stamp', 'revoked', () => ({ status: 'revoked' })],
  [
    'names a revocation after the time-stamp',
    'not-revoked',
    () => ({ status: 'revoked', revokedAt: new Date(START - HOUR_MS / 2) }),
  ],
  ['does not know the digital ID', 'unknown', () => ({ status: 'unknown' })],
  ['another authority signed', 'unknown', () => ({ responder: pki.root, status: 'revoked' })],
  [
    'somebody signed whom the issuer did not name a responder',
    'unknown',
    async () => ({
      status: 'revoked',
      responder: await issueResponder(pki.issuer, STAMPED_AT, { purposes: ['1.3.6.1.5.5.7.3.4'] }),
    }),
  ],
  [
    'a responder of another authority signed',
    'unknown',
    async () => ({ status: 'revoked', responder: await issueResponder(pki.root, STAMPED_AT) }),
  ],
  [
    'a responder of an authority with the same name signed',
    'unknown',
    async () => {
      const { issuer } = await makePki({ now: () => STAMPED_AT })
      return { status: 'revoked', responder: await issueResponder(issuer, STAMPED_AT) }
    },
  ],
  [
    'a responder signed whose certificate had expired',
    'unknown',
    async () => {
      const before = new Date(START - 25 * HOUR_MS)
      return { status: 'revoked', responder: await issueResponder(pki.issuer, before) }
    },
  ],
  [
    'a responder signed with RSA-PSS',
    'not-revoked',
    async () => ({
      responder: await issueResponder(pki.issuer, STAMPED_AT, { keyType: 'rsa3072' }),
      args: ['-ndays', '1', '-rsigopt', 'rsa_padding_mode:pss'],
    }),
  ],
  ['is signed with SHA-1', 'unknown', () => ({ args: ['-rmd', 'sha1'], status: 'revoked' })],
])('a response that %s: %s', async (_, expected, settings) => {
  const chain = await chainWith([await responseAbout(id, (await settings()) as object)])
  expect(chain?.revocation).toBe(expected)
  expect(chain?.status).toBe(expected === 'revoked' ? 'revoked' : 'trusted')
})

test.each([
  ['of the response', { oid: '1.2.3', isCritical: true, of: 'response' }, 'unknown'],
  ['about the digital ID', { oid: '1.2.3', isCritical: true, of: 'certificate' }, 'unknown'],
  [
    'that is a nonce',
    { oid: '1.3.6.1.5.5.7.48.1.2', isCritical: false, of: 'response' },
    'not-revoked',
  ],
  [
    'that is a critical nonce',
    { oid: '1.3.6.1.5.5.7.48.1.2', isCritical: true, of: 'response' },
    'unknown',
  ],
] as const)('a response with an extension %s', async (_name, extension, expected) => {
  const response = withExtension(await responseAbout(id, {}), pki.issuer, extension)
  expect((await chainWith([response]))?.revocation).toBe(expected)
  const [source] = revocationSources(id)
  const problem = source && checkOcspResponse(response, source, new Date())
  expect(problem).toBe(expected === 'unknown' ? 'malformed' : null)
})

test.each([
  [0, 'not-revoked', null],
  [48, 'unknown', 'signature-not-valid'],
])(
  'a response of a responder that was named %d hours before, and dates its signature back to then: %s',
  async (hours, expected, problem) => {
    const responder = await issueResponder(pki.issuer, new Date(+STAMPED_AT - hours * HOUR_MS))
    const signedAt = new Date(START - (hours + 0.5) * HOUR_MS)
    const response = withSigningTime(await responseAbout(id, { responder }), responder, signedAt)
    expect((await chainWith([response]))?.revocation).toBe(expected)
    const [source] = revocationSources(id)
    expect(source && checkOcspResponse(response, source, new Date())).toBe(problem)
  },
)

test('a response about another digital ID, or none at all, says nothing', async () => {
  const other = await responseAbout(await pki.issue('Other'), { status: 'revoked' })
  const responses = [other, Buffer.from('<html>'), Buffer.from('30030a0103', 'hex')]
  expect(await chainWith(responses)).toMatchObject({ status: 'trusted', revocation: 'unknown' })
})

test('neither another response nor a CRL takes a revocation back', async () => {
  const revoked = await responseAbout(id, { status: 'revoked' })
  const responses = [revoked, await responseAbout(id, {})]
  expect((await chainWith(responses))?.status).toBe('revoked')
  const crls = await pki.crls(new Date())
  expect((await chainWith([], { crls }))?.revocation).toBe('not-revoked')
  expect((await chainWith([revoked], { crls }))?.status).toBe('revoked')
})

test('a response that is older than the time-stamp does not count', async () => {
  const file = await sign(new Date(START + HOUR_MS))
  const response = await responseAbout(id, {})
  expect((await chainWith([response], { file, hours: 2 }))?.revocation).toBe('unknown')
})

test.each([
  [1, 'not-revoked'],
  [25, 'unknown'],
])(
  'without a proved time, a response counts for as long as it says: after %d hours %s',
  async (hours, expected) => {
    // The time-stamp authority belongs to the root, which is not trusted here.
    const root = pki.issuer.certificate
    const chain = await chainWith([await responseAbout(id, {})], { hours, root })
    expect(chain?.revocation).toBe(expected)
  },
)

test('a response inside the signature counts, too', async () => {
  const root = issueId({ name: 'Root', isAuthority: true })
  const signer = issueId({ issuer: root })
  const privateKey = new Uint8Array(root.key.export({ type: 'pkcs8', format: 'der' }))
  const { certificate } = root
  const own = await serveOcsp({ certificate, privateKey, crlUrl: '' })
  own.settings.args.push('-resp_no_certs')
  const der = await ask(own, { certificate: signer.certificate, chain: [certificate] })
  await own.stop()
  const archive = sequence(tlv(0xa1, sequence(Buffer.from(der))))
  const extraAttributes = [attribute('1.2.840.113583.1.1.8', archive)]
  const file = resign(readTestFile('p521.pdf'), (bytes) => cms(bytes, { signer, extraAttributes }))
  const options = { trustedRoots: [certificate], now: new Date() }
  const { signatures } = await checkPdfSignatures(file, options)
  expect(signatures[0]?.chain).toMatchObject({ status: 'trusted', revocation: 'not-revoked' })
})

test('a file with more responses than are checked is refused', async () => {
  const ocspResponses = Array.from({ length: 201 }, (_, i) => Buffer.from(`${i}`))
  const data = { certificates: [], crls: [], ocspResponses }
  const bytes = await addValidationData(signed, data)
  const options = { trustedRoots: [], now: new Date() }
  expect((await checkPdfSignatures(bytes, options)).problem).toBe('too-large')
})
