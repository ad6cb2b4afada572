import { describe, expect, test } from '@jest/globals'
import { checkPdfSignatures } from './check.ts'
import { NOW, readTestFile } from './testing/files.ts'
import {
  type CrlOptions,
  type IdOptions,
  issueCrl,
  issueId,
  type TestId,
  TIME_STAMPING,
} from './testing/pki.ts'
import { type CmsOptions, cms, resign, timeStamp } from './testing/sign.ts'

const BASE = readTestFile('p521.pdf')
const ROOT = issueId({ name: 'Root', isAuthority: true })
const ISSUING = issueId({ name: 'Issuing', isAuthority: true, issuer: ROOT, pathLength: 0 })
const AUTHORITY = issueId({ name: 'Time', issuer: ROOT, purposes: [TIME_STAMPING] })
const STAMPED_AT = '2026-11-20T12:00:00Z'

async function signatureOf(options: CmsOptions, roots: TestId[] = [ROOT], now = NOW) {
  const file = resign(BASE, (bytes) => cms(bytes, options))
  const { signatures } = await checkPdfSignatures(file, {
    trustedRoots: roots.map(({ certificate }) => certificate),
    now,
  })
  const [signature] = signatures
  if (!signature) throw new Error('No signature')
  return signature
}

/** A signature by a digital ID under Root and Issuing. */
function signedBy(options: IdOptions, more: Partial<CmsOptions> = {}, issuer = ISSUING) {
  const signer = issueId({ issuer, ...options })
  return { signer, certificates: [signer, issuer].map(({ certificate }) => certificate), ...more }
}

const token =
  (time = STAMPED_AT, authority = AUTHORITY) =>
  (value: Buffer) =>
    timeStamp(value, time, { signer: authority, certificates: [authority.certificate] })

describe('the chain', () => {
  test('leads to a trusted root, which need not be in the file', async () => {
    const { chain } = await signatureOf(signedBy({}))
    expect(chain.status).toBe('trusted')
    expect(chain.digitalIds.map(({ name }) => name)).toEqual(['Jane Roe', 'Issuing', 'Root'])
  })

  test('ends at an authority that is not trusted', async () => {
    const options = signedBy({})
    options.certificates.push(ROOT.certificate)
    expect((await signatureOf(options, [])).chain.status).toBe('unknown-authority')
  })

  test('ends at an authority that is not trusted although another one has its name', async () => {
    const options = signedBy({})
    const other = issueId({ name: 'Root', isAuthority: true })
    options.certificates.push(other.certificate, ROOT.certificate)
    expect((await signatureOf(options, [])).chain.status).toBe('unknown-authority')
  })

  test('is incomplete without the issuer', async () => {
    const options = signedBy({})
    expect((await signatureOf(options, [])).chain.status).toBe('incomplete')
  })

  test('may end at an issuing authority that is itself trusted', async () => {
    expect((await signatureOf(signedBy({}), [ISSUING])).chain.status).toBe('trusted')
  })

  const forged = { ...issueId({ name: 'Issuing', isAuthority: true, issuer: ROOT }) }
  const ordinary = issueId({ name: 'Ordinary', issuer: ISSUING })
  const below = issueId({ name: 'Below', isAuthority: true, issuer: ISSUING })
  const noSigning = issueId({
    name: 'NoSigning',
    isAuthority: true,
    issuer: ROOT,
    keyUsage: [1, 2],
  })
  const forServers = issueId({
    name: 'Servers',
    isAuthority: true,
    issuer: ROOT,
    purposes: ['1.3.6.1.5.5.7.3.1'],
    keyUsage: [1, 6],
  })
  const INVALID: Record<string, CmsOptions> = {
    'another key of the issuer': { signer: issueId({ issuer: forged }) },
    'an issuer that is no authority': signedBy({}, {}, ordinary),
    'an issuer that may not sign certificates': signedBy({}, {}, noSigning),
    'an issuer that is only for web servers': signedBy({}, {}, forServers),
    'a key that may not sign documents': signedBy({ keyUsage: [5, 0x20] }),
    'a purpose other than signing': signedBy({ purposes: ['1.3.6.1.5.5.7.3.1'] }),
    'a critical extension that is not known': signedBy({ unknownExtension: '1.2.3.4' }),
  }
  for (const [name, options] of Object.entries(INVALID)) {
    test(`is invalid with ${name}`, async () => {
      const certificates = options.certificates ?? [options.signer.certificate, ISSUING.certificate]
      const extra = options.signer.issuerName === 'Ordinary' ? [ISSUING.certificate] : []
      const all = { ...options, certificates: [...certificates, ...extra] }
      expect((await signatureOf(all)).chain.status).toBe('invalid')
    })
  }

  test('is invalid if it is longer than an authority allows', async () => {
    const options = signedBy({}, {}, below)
    options.certificates.push(ISSUING.certificate)
    expect((await signatureOf(options)).chain.status).toBe('invalid')
  })
})

describe('the time that counts', () => {
  const SHORT: IdOptions = { from: '2026-11-20', until: '2026-11-21' }

  test('is now without a time-stamp', async () => {
    expect((await signatureOf(signedBy(SHORT))).chain.status).toBe('expired')
    expect((await signatureOf(signedBy({ from: '2027-01-01' }))).chain.status).toBe('expired')
  })

  test('is that of a trusted time-stamp', async () => {
    const { chain, timeStamp: stamp } = await signatureOf(signedBy(SHORT, { timeStamp: token() }))
    expect(chain.status).toBe('trusted')
    expect(stamp).toMatchObject({
      time: new Date(STAMPED_AT).toISOString(),
      isValid: true,
      chain: 'trusted',
      authority: { name: 'Time' },
    })
  })

  test('must be within the validity', async () => {
    const options = signedBy(SHORT, { timeStamp: token('2026-11-22T00:00:00Z') })
    expect((await signatureOf(options)).chain.status).toBe('expired')
  })

  const UNTRUSTED = issueId({ name: 'Untrusted', purposes: [TIME_STAMPING] })
  const NO_PURPOSE = issueId({ name: 'Time', issuer: ROOT })
  const TWO_PURPOSES = issueId({
    name: 'Time',
    issuer: ROOT,
    purposes: [TIME_STAMPING, '1.3.6.1.5.5.7.3.4'],
  })
  const NOT_CRITICAL = issueId({
    name: 'Time',
    issuer: ROOT,
    purposes: [TIME_STAMPING],
    arePurposesCritical: false,
  })
  const EXPIRED = issueId({ name: 'Time', issuer: ROOT, purposes: [TIME_STAMPING], ...SHORT })
  test.each([
    ['an authority that is not trusted', true, UNTRUSTED, {}],
    ['an authority that has expired', true, EXPIRED, {}],
    ['a digital ID without the purpose', false, NO_PURPOSE, {}],
    ['a digital ID with another purpose too', false, TWO_PURPOSES, {}],
    ['a purpose that is not critical', false, NOT_CRITICAL, {}],
    ['the imprint of other bytes', false, AUTHORITY, { imprint: Buffer.alloc(32) }],
    ['no reference to its certificate', false, AUTHORITY, { referenced: null }],
    ['the key of somebody else', false, { ...AUTHORITY, key: ROOT.key }, {}],
  ])('is not that of a time-stamp with %s', async (_, isValid, authority, more) => {
    const stamp = (value: Buffer) => timeStamp(value, STAMPED_AT, { signer: authority, ...more })
    const signature = await signatureOf(signedBy(SHORT, { timeStamp: stamp }))
    expect(signature.timeStamp?.isValid).toBe(isValid)
    expect(signature.chain.status).toBe('expired')
  })
})

describe('revocation', () => {
  const revoked = (at: string) => [{ serial: 1, at }]
  const CASES: Record<string, [CrlOptions, string]> = {
    'a CRL that is later than the time-stamp': [{}, 'not-revoked'],
    'a CRL of the same second': [{ issuedAt: STAMPED_AT }, 'not-revoked'],
    'a CRL that is older than the time-stamp': [{ issuedAt: '2026-11-20T11:59:59Z' }, 'unknown'],
    'a CRL from the future': [{ issuedAt: '2026-12-01' }, 'unknown'],
    'a CRL that covers only some': [{ isPartial: true }, 'unknown'],
    'a CRL that lists somebody else': [
      { revoked: [{ serial: 2, at: '2026-11-01' }] },
      'not-revoked',
    ],
    'a revocation before the time-stamp': [{ revoked: revoked('2026-11-20T11:00:00Z') }, 'revoked'],
    'a revocation after the time-stamp': [
      { revoked: revoked('2026-11-20T13:00:00Z') },
      'not-revoked',
    ],
    'a revocation in an old CRL': [
      { issuedAt: '2026-11-02', revoked: revoked('2026-11-01') },
      'revoked',
    ],
  }
  for (const [name, [options, expected]] of Object.entries(CASES)) {
    test(`${expected} with ${name}`, async () => {
      const crls = [issueCrl(ISSUING, options)]
      const { chain } = await signatureOf(signedBy({}, { crls, timeStamp: token() }))
      expect(chain.revocation).toBe(expected)
      expect(chain.status).toBe(expected === 'revoked' ? 'revoked' : 'trusted')
    })
  }

  test('unknown with a CRL that somebody else signed', async () => {
    const crls = [issueCrl({ ...ROOT, name: 'Issuing' }, { revoked: revoked('2026-11-01') })]
    const { chain } = await signatureOf(signedBy({}, { crls, timeStamp: token() }))
    expect(chain).toMatchObject({ status: 'trusted', revocation: 'unknown' })
  })

  test('without a time-stamp, the CRL must be valid now and every revocation counts', async () => {
    const late = [issueCrl(ISSUING, { revoked: revoked('2026-11-26T12:00:00Z') })]
    expect((await signatureOf(signedBy({}, { crls: late }))).chain.status).toBe('revoked')
    const current = [issueCrl(ISSUING)]
    expect((await signatureOf(signedBy({}, { crls: current }))).chain.revocation).toBe(
      'not-revoked',
    )
    const old = [issueCrl(ISSUING, { issuedAt: '2026-10-01', nextAt: '2026-11-01' })]
    expect((await signatureOf(signedBy({}, { crls: old }))).chain.revocation).toBe('unknown')
  })

  test('an authority that its root revoked makes the chain revoked', async () => {
    const crls = [issueCrl(ROOT, { revoked: revoked('2026-11-01') })]
    const { chain } = await signatureOf(signedBy({ serial: 2 }, { serial: 2, crls }))
    expect(chain).toMatchObject({ status: 'revoked', revocation: 'unknown' })
  })
})
