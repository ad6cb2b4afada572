import { createPrivateKey, X509Certificate } from 'node:crypto'
import { beforeAll, expect, test } from '@jest/globals'
import { createInstallationAuthority, readInstallationAuthority } from './installation-authority.ts'
import { issueDigitalId } from './pki.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
const CRL_URL = 'https://sign.example/issuing.crl'

let authority: string
let rootKey: string
beforeAll(async () => {
  const url = 'https://sign.example/root.crl'
  ;({ authority, rootKey } = await createInstallationAuthority('Example', url, NOW))
})

const yearsLater = (years: number) => new Date(Date.UTC(2026 + years, 10, 26))
const read = (text: string, now = NOW) => readInstallationAuthority(text, CRL_URL, now)
type Stored = Record<string, string> & Record<'issuing' | 'timeStamp', Record<string, string>>
const decode = (text: string): Stored => JSON.parse(Buffer.from(text, 'base64url').toString())

function changed(change: (stored: Stored) => void): string {
  const stored = decode(authority)
  change(stored)
  return Buffer.from(JSON.stringify(stored)).toString('base64url')
}

function withIssuingKey(keyFrom: (stored: Stored) => string): string {
  return changed((stored) => {
    stored.issuing['privateKey'] = keyFrom(stored)
  })
}

test('the root issued everything, for 20 and 10 years', () => {
  const { root, issuing, timeStamp } = read(authority)
  const rootCertificate = new X509Certificate(root)
  expect(rootCertificate.subject).toBe('CN=Example root')
  expect(new Date(rootCertificate.validTo).getUTCFullYear()).toBe(2046)
  for (const { certificate } of [issuing, timeStamp]) {
    const parsed = new X509Certificate(certificate)
    expect(parsed.verify(rootCertificate.publicKey)).toBe(true)
    expect(new Date(parsed.validTo).getUTCFullYear()).toBe(2036)
  }
})

test('issues digital IDs that name the address of its own CRL', async () => {
  const { issuing, root } = read(authority)
  const id = await issueDigitalId(issuing, { commonName: 'Jane Roe', now: NOW })
  expect(Buffer.from(id.certificate).toString('latin1')).toContain(CRL_URL)
  expect(id.chain).toEqual([issuing.certificate, root])
})

test('the key of the root is only in its own text', () => {
  const key = createPrivateKey(rootKey)
  expect(new X509Certificate(read(authority).root).checkPrivateKey(key)).toBe(true)
  const scalar = key.export({ format: 'jwk' }).d ?? 'none'
  const bytes = Buffer.from(scalar, 'base64url')
  const stored = decode(authority)
  const secrets = [stored.issuing, stored.timeStamp].map(({ privateKey = '' }) =>
    Buffer.from(privateKey, 'base64'),
  )
  expect(secrets.some((secret) => secret.includes(bytes))).toBe(false)
  expect(Object.keys(stored).sort()).toEqual(['issuing', 'root', 'rootCrl', 'timeStamp'])
})

test.each<[string, () => string, string]>([
  ['a text that is no JSON', () => 'abc', 'malformed'],
  ['a text without certificates', () => Buffer.from('{}').toString('base64url'), 'malformed'],
  ['a damaged key', () => withIssuingKey(() => 'AA'), 'malformed'],
  [
    'the key of another certificate',
    () => withIssuingKey(({ timeStamp }) => timeStamp['privateKey'] ?? ''),
    'wrong-key',
  ],
])('%s is refused', (_, make, code) => {
  expect(() => read(make())).toThrow(expect.objectContaining({ code }))
})

test('a certificate of another root is refused', async () => {
  const other = await createInstallationAuthority('Other', 'https://other.example/root.crl', NOW)
  const foreign = decode(other.authority)
  const mixed = changed((stored) => {
    stored.timeStamp = foreign.timeStamp
  })
  expect(() => read(mixed)).toThrow(expect.objectContaining({ code: 'wrong-chain' }))
})

test.each([
  ['before', -1],
  ['after', 11],
])('%s the validity of the certificates, it is refused', (_, years) => {
  expect(() => read(authority, yearsLater(years))).toThrow(
    expect.objectContaining({ code: 'expired' }),
  )
})
