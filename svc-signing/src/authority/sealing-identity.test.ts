import 'reflect-metadata'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkPdfSignatures } from '@inkproof/pdf-signatures/check'
import { signatureVerdict } from '@inkproof/pdf-signatures/verdict'
import { issueCrl } from '@inkproof/pdf-signing/crl'
import { mergeRevocation } from '@inkproof/pdf-signing/fetch-revocation'
import {
  createInstallationAuthority,
  readInstallationAuthority,
} from '@inkproof/pdf-signing/installation-authority'
import { type Authority, createRoot, issueDigitalId } from '@inkproof/pdf-signing/pki'
import { prepare } from '@inkproof/pdf-signing/prepare'
import { makePkcs12, PASSPHRASE } from '@inkproof/pdf-signing/testing/make-pkcs12'
import { reissue } from '@inkproof/pdf-signing/testing/reissue'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { serveOcsp, type TestOcsp } from '@inkproof/pdf-signing/testing/serve-ocsp'
import { serve, type TestServer } from '@inkproof/pdf-signing/testing/serve-time-stamps'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import * as x509 from '@peculiar/x509'
import { z } from 'zod'
import { createPdfWorker } from '../pdf/pdf-worker.ts'
import { pdfProgram } from '../testing/pdf-program.ts'
import { createAuthority } from './authority.ts'
import { containerSource } from './sealing-container.ts'
import { openSealingIdentity } from './sealing-identity.ts'
import { sealingEnv, sealingRequirement } from './sealing-settings.ts'
import { SealUnavailable } from './sealing-source.ts'

const HOUR_MS = 3_600_000

let folder: string
let server: TestServer
let ocsp: TestOcsp
let root: Authority
let isAnswering: boolean
let clock: Date

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'seal-'))
  server = await serve(async (_, response) => {
    if (!isAnswering) return void response.writeHead(503).end()
    // Authorities publish lists from time to time: this one is not of the second in which something is signed.
    const thisUpdate = new Date(Date.now() - 60_000)
    const nextUpdate = new Date(Date.now() + 100 * HOUR_MS)
    response.end(await issueCrl(root, { number: 1n, thisUpdate, nextUpdate }))
  })
  root = await createRoot({
    commonName: 'Example Root',
    notBefore: new Date(Date.now() - HOUR_MS),
    notAfter: new Date(Date.now() + 1000 * HOUR_MS),
    crlUrl: server.url,
  })
  ocsp = await serveOcsp(root)
})
beforeEach(async () => {
  isAnswering = true
  Object.assign(ocsp.settings, { status: 'good', instead: undefined })
  clock = new Date()
  await install('Example Ltd')
  writeFileSync(passphraseFile(), `${PASSPHRASE}\n`)
})
afterAll(async () => {
  await server.stop()
  await ocsp.stop()
  rmSync(folder, { recursive: true })
})

const certificateFile = () => path.join(folder, 'seal.p12')
const passphraseFile = () => path.join(folder, 'passphrase')
const open = (certificate = certificateFile()) =>
  openSealingIdentity(
    containerSource({ certificateFile: certificate, passphrase: { file: passphraseFile() } }),
    () => clock,
  )

/** Replaces the container by one with a new certificate that is valid for a day. */
async function install(commonName: string, extensions?: x509.Extension[]): Promise<void> {
  const id = await issueDigitalId(root, { commonName, now: clock })
  const certificate = extensions ? await reissue(root, id.certificate, extensions) : id.certificate
  const certificates = [certificate, root.certificate]
  writeFileSync(certificateFile(), makePkcs12({ privateKey: id.privateKey, certificates }))
}

const nameOf = ({ certificate }: { certificate: Uint8Array }) =>
  new x509.X509Certificate(new Uint8Array(certificate)).subject

test.each([
  // The list is older than the signature, so it cannot show that the certificate was good then.
  ['a CRL', () => undefined, 1, 'unknown'],
  ['an OCSP responder', () => installWithResponder(), 0, 'not-revoked'],
])(
  'a document that it seals is valid for readers who trust its root, with %s',
  async (_, change, crls, expected) => {
    await change()
    const { authority: setting } = await createInstallationAuthority(
      'Inkproof',
      'https://sign.example/root.crl',
      clock,
    )
    const installation = readInstallationAuthority(setting, 'https://sign.example/i.crl', clock)
    const authority = createAuthority({
      installation,
      name: 'sign.example',
      timeStampUrls: [],
      sealing: open(),
      now: () => new Date(),
    })
    const { revocation, ...digitalId } = await authority.seal(clock)
    const { requests } = ocsp
    const { bytes } = await prepare(samplePdf(), { signers: [], preparedAt: clock })
    const file = await createPdfWorker(10, pdfProgram()).finish({
      prepared: bytes,
      values: {},
      evidence: { name: 'evidence.json', data: Buffer.from('{}') },
      filledAt: clock,
      signers: [],
      seal: { digitalId, signedAt: clock },
      timeStamp: authority.timeStamp,
      validationData: async () => {
        const own = { crls: await authority.crls(new Date()), ocspResponses: [] }
        const parts = [own, await revocation()]
        expect(parts[1]).toMatchObject({
          crls: { length: crls },
          ocspResponses: { length: 1 - crls },
        })
        return { certificates: authority.certificates(), ...mergeRevocation(parts) }
      },
    })
    const { signatures } = await checkPdfSignatures(file, {
      trustedRoots: [root.certificate, installation.root],
      now: new Date(Date.now() + 365 * 24 * HOUR_MS),
    })
    expect(signatures.map(signatureVerdict)).toEqual(['signed', 'signed'])
    expect(signatures[0]?.signer?.name).toBe('Example Ltd')
    // After the last time-stamp.
    expect(ocsp.requests - requests).toBe(1 - crls)
    expect(signatures[0]?.chain.revocation).toBe(expected)
  },
)

test('a renewed certificate is used without a restart, and an unusable file is reported', async () => {
  const identity = open()
  await identity.load()
  await install('Example Ltd 2')
  expect(nameOf(await identity.seal())).toBe('CN=Example Ltd 2')
  writeFileSync(certificateFile(), 'half a file')
  expect(nameOf(await identity.seal())).toBe('CN=Example Ltd 2')
  await expect(identity.load()).rejects.toThrow('SEALING_CERTIFICATE is damaged')
})

test.each<[string, () => unknown, string]>([
  [
    'the file is missing',
    () => rmSync(certificateFile()),
    'cannot be read (ENOENT); check the path',
  ],
  [
    'the passphrase is wrong',
    () => writeFileSync(passphraseFile(), 'wrong'),
    'the passphrase does not open the file of SEALING_CERTIFICATE; correct SEALING_PASSPHRASE',
  ],
  ['it is not yet valid', () => pass(-24), 'is not valid before'],
  ['it has expired', () => pass(25), 'renew it as docs/operate/sealing-certificate.md describes'],
])('the service does not start if %s', async (_, change, sentence) => {
  await change()
  await expect(open().load()).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringContaining(sentence),
  })
})

test('there is no seal once the certificate has expired', async () => {
  const identity = open()
  await identity.load()
  pass(25)
  await expect(identity.seal()).rejects.toThrow(SealUnavailable)
  await expect(identity.seal()).rejects.toThrow('expired at')
})

test('there is no seal without its CRL, which is fetched once an hour', async () => {
  const identity = open()
  isAnswering = false
  await expect(identity.seal()).rejects.toThrow(SealUnavailable)
  await expect(identity.seal()).rejects.toThrow(`the CRL at ${server.url} cannot be fetched`)
  isAnswering = true
  expect((await (await identity.seal()).revocation()).crls).toHaveLength(1)
  const { requests } = server
  await identity.seal()
  expect(server.requests).toBe(requests)
  pass(1)
  await identity.seal()
  expect(server.requests).toBe(requests + 1)
})

test.each([
  ['does not respond', { instead: null }, 'does not respond; documents wait until it responds'],
  ['names a revocation', { status: 'revoked' }, 'the certificate CN=Example Ltd was revoked'],
  ['does not know it', { status: 'unknown' }, 'does not know the certificate CN=Example Ltd'],
])(
  'there is no seal if the OCSP responder %s, also after the signature',
  async (_, settings, sentence) => {
    await installWithResponder()
    const identity = open()
    const { revocation } = await identity.seal()
    Object.assign(ocsp.settings, settings)
    await expect(revocation()).rejects.toThrow(sentence)
    await expect(revocation()).rejects.toThrow(SealUnavailable)
    await expect(open().seal()).rejects.toThrow(SealUnavailable)
  },
)

test.each([
  [{}, true],
  [{ SEALING_CERTIFICATE: '/a', SEALING_PASSPHRASE: 'b' }, true],
  [{ SEALING_CERTIFICATE: '/a', SEALING_PASSPHRASE_FILE: '/b' }, true],
  [{ SEALING_CERTIFICATE: '/a' }, false],
  [{ SEALING_PASSPHRASE: 'b' }, false],
  [{ SEALING_CERTIFICATE: '/a', SEALING_PASSPHRASE: 'b', SEALING_PASSPHRASE_FILE: '/b' }, false],
])('a certificate needs one passphrase: %j', (settings, isComplete) => {
  const Settings = z.object(sealingEnv).refine(...sealingRequirement)
  expect(Settings.safeParse(settings).success).toBe(isComplete)
})

/** Installs a certificate that names an OCSP responder and no CRL. */
function installWithResponder(): Promise<void> {
  return install('Example Ltd', [new x509.AuthorityInfoAccessExtension({ ocsp: ocsp.url })])
}

function pass(hours: number): void {
  clock = new Date(clock.getTime() + hours * HOUR_MS)
}
