import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, test } from '@jest/globals'
import * as x509 from '@peculiar/x509'
import fc from 'fast-check'
import { issueCrl } from './crl.ts'
import { STATEMENT_HASH_OID } from './pki/extensions.ts'
import { chainOf, issueDigitalId } from './pki.ts'
import { unsignedInteger } from './sign/der.ts'
import { makePki, type TestPki } from './testing/make-pki.ts'

const NOW = new Date('2026-01-02T03:04:05Z')
const HOUR_MS = 3_600_000

let pki: TestPki
beforeAll(async () => {
  pki = await makePki({ now: () => NOW })
})

const read = (der: Uint8Array) => new x509.X509Certificate(new Uint8Array(der))

test('each certificate is signed by the next of its chain, up to the root', async () => {
  const id = await pki.issue('Jane Roe')
  const chain = [id.certificate, ...id.chain].map((der) => new X509Certificate(der))
  expect(chain.map(({ subject }) => subject)).toEqual([
    'CN=Jane Roe',
    'CN=Example one-time IDs',
    'CN=Example Root',
  ])
  chain.forEach((certificate, index) => {
    const issuer = chain[index + 1] ?? certificate
    expect(certificate.verify(issuer.publicKey)).toBe(true)
    expect(certificate.checkIssued(issuer)).toBe(true)
  })
  expect(chainOf(pki.issuer)).toEqual(id.chain)
})

test('only authorities can issue, and the issuing one no further authorities', () => {
  const constraints = (der: Uint8Array) => read(der).getExtension(x509.BasicConstraintsExtension)
  expect(constraints(pki.root.certificate)).toMatchObject({ ca: true, critical: true })
  expect(constraints(pki.issuer.certificate)).toMatchObject({ ca: true, pathLength: 0 })
  expect(constraints(pki.timeStampId.certificate)?.ca).toBe(false)
})

describe('a one-time digital ID', () => {
  const statementHash = new Uint8Array(32).fill(7)

  test('is valid for 24 hours, from five minutes ago', async () => {
    const id = await pki.issue('Jane Roe')
    const { validFrom, validTo } = new X509Certificate(id.certificate)
    expect(new Date(validFrom)).toEqual(new Date(NOW.getTime() - HOUR_MS / 12))
    expect(new Date(validTo)).toEqual(new Date(NOW.getTime() + 24 * HOUR_MS))
    expect(id.notAfter).toEqual(new Date(validTo))
  })

  test('names the e-mail address', async () => {
    const certificate = read((await pki.issue('Jane Roe', 'jane@example.test')).certificate)
    const names = certificate.getExtension(x509.SubjectAlternativeNameExtension)?.names
    expect(names?.toJSON()).toEqual([{ type: 'email', value: 'jane@example.test' }])
  })

  test.each([
    'Żółć, Jane (e-mail checked)',
    'A "John Doe"',
    '"John Doe"',
    '#0c084a6f686e',
    'A+CN=B',
  ])('is for exactly the name %s', async (name) => {
    const { subject } = new X509Certificate((await pki.issue(name)).certificate)
    const parts = read((await pki.issue(name)).certificate).subjectName.toJSON()
    expect(parts).toHaveLength(1)
    const text = Buffer.from((await pki.issue(name)).certificate).toString('latin1')
    expect(text).toContain(Buffer.from(name).toString('latin1'))
    expect(subject.startsWith('CN=')).toBe(true)
  })

  test('has the usages for documents and e-mail, and names the CRL of its issuer', async () => {
    const certificate = read((await pki.issue('Jane Roe')).certificate)
    const usage = certificate.getExtension(x509.ExtendedKeyUsageExtension)
    expect(usage).toMatchObject({
      usages: ['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4'],
      critical: false,
    })
    const flags = x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation
    expect(certificate.getExtension(x509.KeyUsagesExtension)?.usages).toBe(flags)
    const points = certificate.getExtension(x509.CRLDistributionPointsExtension)
    expect(Buffer.from(points?.rawData ?? new ArrayBuffer(0)).toString('latin1')).toContain(
      pki.issuer.crlUrl,
    )
  })

  test('contains the hash of the statement, which readers may ignore', async () => {
    const id = await pki.issue('Jane Roe', undefined, statementHash)
    const extension = read(id.certificate).getExtension(STATEMENT_HASH_OID)
    expect(extension?.critical).toBe(false)
    expect(new Uint8Array(extension?.value ?? new ArrayBuffer(0))).toEqual(
      new Uint8Array([4, 32, ...statementHash]),
    )
  })

  test('has a key and a serial number of its own', async () => {
    const ids = await Promise.all([pki.issue('A'), pki.issue('A')])
    const [first, second] = ids.map(({ certificate }) => new X509Certificate(certificate))
    expect(first?.serialNumber).not.toBe(second?.serialNumber)
    expect(first?.serialNumber).toHaveLength(32)
    expect(first?.publicKey.equals(second?.publicKey as typeof first.publicKey)).toBe(false)
  })
})

test('the time-stamp authority has the one usage that RFC 3161 demands, critical', () => {
  const usage = read(pki.timeStampId.certificate).getExtension(x509.ExtendedKeyUsageExtension)
  expect(usage).toMatchObject({ usages: ['1.3.6.1.5.5.7.3.8'], critical: true })
})

test('an authority that is loaded from storage issues as before', async () => {
  const { certificate, privateKey, crlUrl, issuer } = pki.issuer
  const stored = {
    certificate: new Uint8Array(Buffer.from(Buffer.from(certificate).toString('base64'), 'base64')),
    privateKey,
    crlUrl,
    ...(issuer ? { issuer } : {}),
  }
  const id = await issueDigitalId(stored, { commonName: 'Jane Roe', now: NOW })
  const parent = new X509Certificate(certificate)
  expect(new X509Certificate(id.certificate).verify(parent.publicKey)).toBe(true)
})

describe('a CRL', () => {
  test('has its number, its dates and the revoked certificates', async () => {
    const crl = new x509.X509Crl(
      new Uint8Array(
        await issueCrl(pki.issuer, {
          number: 200n,
          thisUpdate: NOW,
          nextUpdate: new Date(NOW.getTime() + HOUR_MS),
          revoked: [{ serialNumber: '4711', revokedAt: NOW }],
        }),
      ),
    )
    expect(crl.thisUpdate).toEqual(NOW)
    expect(crl.nextUpdate).toEqual(new Date(NOW.getTime() + HOUR_MS))
    expect(crl.entries.map(({ serialNumber }) => serialNumber)).toEqual(['4711'])
    expect(await crl.verify({ publicKey: read(pki.issuer.certificate) })).toBe(true)
    const number = crl.extensions.find(({ type }) => type === '2.5.29.20')
    // 200 needs a leading zero byte, without which it would be negative.
    expect(Buffer.from(number?.value ?? new ArrayBuffer(0)).toString('hex')).toBe('020200c8')
  })

  test('numbers are never padded and never negative', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 70n }), (value) => {
        const [tag, length, first = 0, second = 0] = unsignedInteger(value)
        expect([tag, length]).toEqual([2, unsignedInteger(value).length - 2])
        expect(first & 0x80).toBe(0)
        if ((length ?? 0) > 1 && first === 0) expect(second & 0x80).toBe(0x80)
      }),
    )
  })
})
