import { describe, expect, test } from '@jest/globals'
import { checkPdfSignatures } from './check.ts'
import { isChanged } from './report.ts'
import { changesOf, NOW, readTestFile, signaturesOf } from './testing/files.ts'

test('reports what a signature says about itself', async () => {
  const [jane, john] = await signaturesOf(readTestFile('approval.pdf'))
  expect(jane).toMatchObject({
    field: 'jane',
    kind: 'signature',
    integrity: { status: 'intact' },
    signer: {
      name: 'Jane Roe',
      organization: 'Example',
      email: 'jane@example.test',
      issuer: 'Example Issuing CA',
      validFrom: '2026-01-01T00:00:00.000Z',
      validUntil: '2036-01-01T00:00:00.000Z',
    },
    chain: { status: 'trusted', revocation: 'unknown' },
    claimedAt: '2026-11-26T18:03:32.000Z',
    timeStamp: { isValid: true, chain: 'trusted', authority: { name: 'Example Time-stamps' } },
    docMdp: null,
    locks: null,
    reason: 'I agree',
    location: 'Bern',
  })
  expect(jane?.signer?.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  expect(john).toMatchObject({ field: 'john', timeStamp: null, reason: null, changesAfter: [] })
})

test('a visible signature may follow one without DocMDP', async () => {
  expect(await changesOf(readTestFile('approval.pdf'))).toEqual([
    '+ visible-signature-added john',
    '+ metadata-changed',
  ])
})

test('reads cross-reference streams, object streams and document time-stamps', async () => {
  const signatures = await signaturesOf(readTestFile('object-streams.pdf'))
  expect(signatures).toMatchObject([
    { field: 'jane', kind: 'signature', integrity: { status: 'intact' } },
    { field: 'time', kind: 'time-stamp', integrity: { status: 'intact' } },
  ])
  expect(signatures[1]?.timeStamp?.time).toBe('2026-11-26T18:03:34.115Z')
})

test('reads a linearized file', async () => {
  const signatures = await signaturesOf(readTestFile('linearized.pdf'))
  expect(signatures.map(({ integrity }) => integrity.status)).toEqual(['intact', 'intact'])
  expect(await changesOf(readTestFile('linearized.pdf'))).toEqual(['+ signature-added john'])
})

test.each([1, 2, 3] as const)('reads the DocMDP level %s', async (level) => {
  const [signature] = await signaturesOf(readTestFile(`certified-p${level}.pdf`))
  expect(signature?.docMdp).toBe(level)
})

test('reads locks', async () => {
  const [some] = await signaturesOf(readTestFile('locked.pdf'))
  expect(some?.locks).toEqual({ all: false, fields: ['amount'] })
  const [all] = await signaturesOf(readTestFile('locked-all.pdf'))
  expect(all?.locks).toEqual({ all: true, fields: [] })
})

describe('one-time digital IDs with validation data', () => {
  const check = async (now: Date) => {
    const { signatures } = await checkPdfSignatures(readTestFile('one-time-ids.pdf'), {
      trustedRoots: [readTestFile('one-time-ids-root.der')],
      now,
    })
    return signatures
  }

  test.each([NOW, new Date('2027-06-01'), new Date('2031-01-01')])(
    'are trusted at %s, long after they ended',
    async (now) => {
      const signatures = await check(now)
      expect(signatures.map(({ field }) => field)).toEqual(['s1_sig', 's2_sig', 'seal', 'time'])
      for (const signature of signatures) {
        expect(signature).toMatchObject({
          integrity: { status: 'intact' },
          chain: { status: 'trusted' },
          timeStamp: { isValid: true, chain: 'trusted' },
        })
        expect(isChanged(signature)).toBe(false)
      }
      expect(signatures.slice(0, 3).map(({ chain }) => chain.revocation)).toEqual([
        'not-revoked',
        'not-revoked',
        'not-revoked',
      ])
    },
  )

  test('report what came after each', async () => {
    const kinds = (await check(NOW)).map(({ changesAfter }) => changesAfter.map(({ kind }) => kind))
    expect(kinds).toEqual([
      ['signature-added', 'signature-added', 'validation-data-added', 'time-stamp-added'],
      ['signature-added', 'validation-data-added', 'time-stamp-added'],
      ['validation-data-added', 'time-stamp-added'],
      [],
    ])
  })

  test('are not trusted once the time-stamps are not', async () => {
    const signatures = await check(new Date('2040-01-01'))
    expect(signatures.map(({ chain }) => chain.status)).toEqual(Array(4).fill('expired'))
  })
})

test('does not modify the bytes', async () => {
  const bytes = readTestFile('object-streams.pdf')
  const copy = bytes.slice()
  await checkPdfSignatures(bytes, { trustedRoots: [], now: NOW })
  expect(bytes).toEqual(copy)
})

test('ignores a root that is not a certificate', async () => {
  const { signatures } = await checkPdfSignatures(readTestFile('rsa.pdf'), {
    trustedRoots: [new Uint8Array([1, 2, 3])],
    now: NOW,
  })
  expect(signatures[0]?.chain.status).toBe('unknown-authority')
})
