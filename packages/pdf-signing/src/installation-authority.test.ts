import { createPrivateKey, X509Certificate } from 'node:crypto'
import { beforeAll, expect, test } from '@jest/globals'
import { CertificateRevocationList } from 'pkijs'
import { readCrl } from './crl.ts'
import {
  createInstallationAuthority,
  readInstallationAuthority,
  replaceInstallationAuthority,
} from './installation-authority.ts'
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

/** Changes the last byte, which is one of the signature. */
function damageCrl(stored: Stored): void {
  const bytes = Buffer.from(stored['rootCrl'] ?? '', 'base64')
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  stored['rootCrl'] = bytes.toString('base64')
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
  [
    'a CRL that is none',
    () => changed((stored) => Object.assign(stored, { rootCrl: 'AAAA' })),
    'damaged-crl',
  ],
  ['no CRL', () => changed((stored) => void delete stored['rootCrl']), 'damaged-crl'],
  ['a changed CRL', () => changed(damageCrl), 'damaged-crl'],
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

const replace = (text: string, isStolen: boolean, now: Date, key = rootKey) =>
  replaceInstallationAuthority(text, key, { isStolen, now })

test('is replaced below the same root, after it has expired', async () => {
  const now = yearsLater(12)
  const { issuing, root, rootCrl, timeStamp } = read(await replace(authority, false, now), now)
  const before = read(authority)
  expect(root).toEqual(before.root)
  const [old, replaced] = [before, { issuing, timeStamp }].map((one) =>
    [one.issuing, one.timeStamp].map((id) => new X509Certificate(id.certificate)),
  )
  expect(replaced?.map(({ subject }) => subject)).toEqual([
    'CN=Example one-time digital IDs 2',
    'CN=Example time-stamps 2',
  ])
  // The root's own end: no certificate is valid for longer.
  for (const { validTo } of replaced ?? []) expect(validTo).toBe(new X509Certificate(root).validTo)
  for (const [index, { publicKey }] of (replaced ?? []).entries())
    expect(publicKey.equals(old?.[index]?.publicKey as never)).toBe(false)
  for (const { certificate } of [issuing, timeStamp])
    expect(Buffer.from(certificate).toString('latin1')).toContain('https://sign.example/root.crl')
  expect(readCrl(rootCrl)).toEqual({ number: 2n, revoked: [] })
})

test('each replacement names its certificates differently, also on the same day', async () => {
  const second = await replace(authority, true, NOW)
  const third = await replace(second, true, NOW)
  const names = [authority, second, third].map((text) => {
    const { issuing, timeStamp } = read(text)
    return [issuing, timeStamp].map((id) => new X509Certificate(id.certificate).subject)
  })
  expect(names[2]).toEqual(['CN=Example one-time digital IDs 3', 'CN=Example time-stamps 3'])
  expect(new Set(names.flat()).size).toBe(6)
})

test('a stolen authority is revoked, and stays so', async () => {
  const now = yearsLater(1)
  const second = await replace(authority, true, now)
  const third = await replace(second, true, yearsLater(2))
  const serials = [authority, second].flatMap((text) => {
    const { issuing, timeStamp } = read(text, now)
    return [issuing, timeStamp].map((id) => new X509Certificate(id.certificate).serialNumber)
  })
  const { rootCrl } = read(third, yearsLater(2))
  const { number, revoked } = readCrl(rootCrl)
  expect(number).toBe(3n)
  // The library with which Verify reads it.
  const { revokedCertificates } = CertificateRevocationList.fromBER(new Uint8Array(rootCrl))
  expect(revokedCertificates).toHaveLength(4)
  expect(revoked.map(({ serialNumber }) => serialNumber.toUpperCase())).toEqual(serials)
  expect(revoked.map(({ revokedAt }) => revokedAt)).toEqual(
    [1, 1, 2, 2].map((years) => yearsLater(years)),
  )
})

test.each<[string, () => Promise<string>, string]>([
  ['without the key of its root', () => replaceWithOther(), 'wrong-key'],
  ['with a key that is none', () => replace(authority, false, NOW, 'secret'), 'wrong-key'],
  ['if it is damaged', () => replace('abc', false, NOW), 'malformed'],
  ['if its CRL is damaged', () => replace(changed(damageCrl), false, NOW), 'damaged-crl'],
  ['after its root has expired', () => replace(authority, false, yearsLater(21)), 'expired'],
])('is not replaced %s', async (_, attempt, code) => {
  await expect(attempt()).rejects.toMatchObject({ code })
})

async function replaceWithOther(): Promise<string> {
  const other = await createInstallationAuthority('Other', 'https://other.example/root.crl', NOW)
  return replace(authority, false, NOW, other.rootKey)
}
