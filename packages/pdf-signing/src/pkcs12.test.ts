import { verify, X509Certificate } from 'node:crypto'
import { beforeAll, expect, test } from '@jest/globals'
import { findOwn } from './checked-id/find-own.ts'
import { UnusableId } from './errors.ts'
import { readPkcs12 } from './pkcs12.ts'
import { type IssuedId, issueDigitalId } from './pki.ts'
import { makePkcs12, makeSelfSigned, PASSPHRASE } from './testing/make-pkcs12.ts'
import { makePki, type TestPki } from './testing/make-pki.ts'

const P384 = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384']
const P521 = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521']

let pki: TestPki
let id: IssuedId
let chain: Uint8Array[]

beforeAll(async () => {
  pki = await makePki()
  id = await pki.issue('Example Ltd')
  chain = [pki.issuer.certificate, pki.root.certificate]
})

const containerOf = ({ certificate, privateKey }: IssuedId, isLegacy = false) =>
  // Containers need not begin with the certificate of the key.
  makePkcs12({ privateKey, certificates: [...chain, certificate], isLegacy })

test.each([
  ['AES', false],
  ['RC2 and 3DES', true],
])('reads key, certificate and chain: %s', async (_, isLegacy) => {
  const read = await readPkcs12(containerOf(id, isLegacy), PASSPHRASE)
  expect([read.certificate, ...read.chain]).toEqual([id.certificate, ...chain])
  await expectSigns(read)
})

test.each([
  ['P-384', P384, 'ecdsa-sha256'],
  ['RSA', ['-newkey', 'rsa:2048'], 'rsa-sha256'],
])('reads %s, and a certificate that is its own root', async (_, newKey, algorithm) => {
  const read = await readPkcs12(makeSelfSigned(newKey), PASSPHRASE)
  expect([read.algorithm, read.chain]).toEqual([algorithm, []])
  await expectSigns(read)
})

test('is valid while all certificates are', async () => {
  const { notAfter, notBefore } = await readPkcs12(containerOf(id), PASSPHRASE)
  const { validFrom, validTo } = new X509Certificate(id.certificate)
  expect([notBefore, notAfter]).toEqual([new Date(validFrom), new Date(validTo)])
  const short = await issueDigitalId(pki.issuer, {
    commonName: 'Example Ltd',
    now: new Date(),
    hours: 20 * 365 * 24,
  })
  const limited = await readPkcs12(containerOf(short), PASSPHRASE)
  expect(limited.notAfter).toEqual(new Date(new X509Certificate(pki.issuer.certificate).validTo))
})

type Refusal = [why: string, container: () => Uint8Array, passphrase: string, code: string]

test.each<Refusal>([
  ['no PKCS#12', () => new Uint8Array([1, 2, 3]), PASSPHRASE, 'malformed'],
  ['another passphrase', () => containerOf(id), 'wrong', 'wrong-passphrase'],
  ['another passphrase, legacy', () => containerOf(id, true), 'wrong', 'wrong-passphrase'],
  ['no key', () => makePkcs12({ certificates: [id.certificate] }), PASSPHRASE, 'no-key'],
  [
    'RSA with 1024 bits',
    () => makeSelfSigned(['-newkey', 'rsa:1024']),
    PASSPHRASE,
    'unsupported-key',
  ],
  ['P-521', () => makeSelfSigned(P521), PASSPHRASE, 'unsupported-key'],
  ['a key for certificates', () => makeSelfSigned(P384, 'keyCertSign'), PASSPHRASE, 'wrong-usage'],
  ['a key for time-stamps', () => containerOf(pki.timeStampId), PASSPHRASE, 'wrong-usage'],
])('refuses %s', async (_, container, passphrase, code) => {
  await expect(readPkcs12(container(), passphrase)).rejects.toMatchObject({ code })
})

test('refuses a chain that does not end with a root, and names what is missing', async () => {
  const { certificate, privateKey } = id
  const container = makePkcs12({ privateKey, certificates: [certificate, pki.issuer.certificate] })
  const error = await readPkcs12(container, PASSPHRASE).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UnusableId)
  expect(error).toMatchObject({ code: 'incomplete-chain', subject: 'CN=Example Root' })
})

test('refuses a key that belongs to no certificate', async () => {
  const certificates = [new X509Certificate(id.certificate), new X509Certificate(chain[0] ?? '')]
  const { sign } = pki.timeStampId
  await expect(findOwn(sign, certificates)).rejects.toMatchObject({ code: 'wrong-key' })
})

async function expectSigns({ certificate, sign }: Awaited<ReturnType<typeof readPkcs12>>) {
  const data = Buffer.from('signed attributes')
  const key = new X509Certificate(certificate).publicKey
  expect(verify('sha256', data, { key, dsaEncoding: 'der' }, await sign(data))).toBe(true)
}
