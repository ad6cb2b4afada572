import { pageTexts as texts } from '@inkproof/texts/text'
import { expect, test } from '@jest/globals'
import type { Change, PdfProblem, PdfSignature } from './report.ts'
import { digitalIdWith, signatureWith } from './testing/sample-signature.ts'
import { formatSignatures } from './wording.ts'
import { formatSignature } from './wording-signature.ts'
import { formatDigitalId, signatureValues } from './wording-values.ts'

const TRUSTED = { ...signatureWith().chain, status: 'trusted' } as const
const PERMITTED: Change = { kind: 'signature-added', subject: 'signer2', isPermitted: true }
const FORBIDDEN: Change = { kind: 'page-changed', subject: '3', isPermitted: false }
const chain = (status: PdfSignature['chain']['status']) => ({ chain: { ...TRUSTED, status } })

const invalid = (code: Extract<PdfSignature['integrity'], { code: unknown }>['code']) => ({
  integrity: { status: 'invalid', code } as const,
})

/** Each case: the values of the signature, the code and the tone of the answer, and a part of its sentence. */
const CASES: [string, Partial<PdfSignature>, string, string, RegExp][] = [
  [
    'an unknown issuer',
    {},
    'unconfirmed',
    'neutral',
    /^Signed .* as stated in the file\. Nothing has been changed since\.$/,
  ],
  [
    'a trusted issuer',
    { chain: TRUSTED },
    'signed',
    'positive',
    /Nothing has been changed since\.$/,
  ],
  [
    'an incomplete chain',
    chain('incomplete'),
    'unconfirmed',
    'neutral',
    /Nothing has been changed/,
  ],
  [
    'permitted changes',
    { changesAfter: [PERMITTED] },
    'unconfirmed',
    'neutral',
    /Only signatures have been added/,
  ],
  [
    'a forbidden change',
    { chain: TRUSTED, changesAfter: [PERMITTED, FORBIDDEN] },
    'changed',
    'negative',
    /^After this signature: Page 3 was changed\.$/,
  ],
  ['a revoked digital ID', chain('revoked'), 'revoked', 'negative', /revoked the digital ID/],
  ['a wrong chain', chain('invalid'), 'wrong-chain', 'negative', /not issued as it claims/],
  ['an expired digital ID', chain('expired'), 'expired', 'warning', /was not valid\.$/],
  ['changed bytes', invalid('bytes-changed'), 'invalid', 'negative', /signed content was changed/],
  ['a wrong signature value', invalid('wrong-signature'), 'invalid', 'negative', /does not belong/],
  [
    'a partial byte range',
    invalid('byte-range'),
    'invalid',
    'negative',
    /does not cover the whole file/,
  ],
  ['a second copy', invalid('ambiguous'), 'invalid', 'negative', /Several parts/],
  [
    'no field',
    { ...invalid('ambiguous'), field: '' },
    'invalid',
    'negative',
    /readers do not show/,
  ],
  ['unreadable CMS', invalid('unreadable'), 'invalid', 'negative', /is damaged/],
  ['an unsupported format', invalid('unsupported'), 'not-checked', 'warning', /not supported/],
  [
    'a wrong time-stamp',
    withTimeStamp({ isValid: false }),
    'invalid',
    'negative',
    /time-stamp is not valid/,
  ],
]

test.each(CASES)('answers about a signature with %s', (_, values, code, tone, sentence) => {
  const signature = signatureWith(values)
  expect(formatSignatures(report(signature), texts)).toMatchObject({ code, tone })
  expect(formatSignature(signature, texts, 'UTC').sentence).toMatch(sentence)
})

test('every headline has at most six words', () => {
  for (const [, values] of CASES) {
    const headline = formatSignatures(report(signatureWith(values)), texts)?.headline ?? ''
    expect(headline.split(' ').length).toBeLessThanOrEqual(6)
  }
})

test('the answer about a file is that of its worst signature', () => {
  const others = [
    signatureWith({ chain: TRUSTED }),
    signatureWith(),
    signatureWith(chain('expired')),
  ]
  expect(formatSignatures(report(...others), texts)?.code).toBe('expired')
  const changed = signatureWith({ changesAfter: [FORBIDDEN] })
  expect(formatSignatures(report(changed, ...others), texts)?.code).toBe('changed')
  const broken = signatureWith(invalid('bytes-changed'))
  expect(formatSignatures(report(changed, broken, ...others), texts)?.code).toBe('invalid')
})

test('says nothing about a file without signatures', () => {
  expect(formatSignatures({ signatures: [], problem: null }, texts)).toBeNull()
})

test.each<[PdfProblem, RegExp]>([
  ['encrypted', /without password protection/],
  ['unreadable', /Ask the sender for a new copy/],
  ['too-large', /too complex to be checked/],
])('says why a file that is %s cannot be checked', (problem, context) => {
  const answer = formatSignatures({ signatures: [], problem }, texts)
  expect(answer).toMatchObject({ code: problem, tone: 'warning' })
  expect(answer?.context).toMatch(context)
})

test('a field that was filled in after a signature is named, and the file not called unchanged', () => {
  const filled: Change = { kind: 'field-filled', subject: 'price', isPermitted: true }
  const cases = [
    [TRUSTED, 'Signed, with additions since.'],
    [signatureWith().chain, 'Signer unconfirmed, with additions since.'],
  ] as const
  for (const [chain, headline] of cases) {
    const first = signatureWith({ chain, changesAfter: [PERMITTED, filled] })
    const answer = formatSignatures(report(first, signatureWith({ chain })), texts)
    expect(answer?.headline).toBe(headline)
    expect(formatSignature(first, texts, 'UTC').sentence).toContain(
      'After this signature: Field “price” was filled in.',
    )
  }
})

test('a file with only a time-stamp is not called signed', () => {
  const stamp = signatureWith({ kind: 'time-stamp', field: 'time' })
  const headlineOf = (...signatures: PdfSignature[]) =>
    formatSignatures(report(...signatures), texts)?.headline
  expect(headlineOf(stamp)).toBe('Time-stamped by an unknown authority.')
  expect(headlineOf({ ...stamp, chain: TRUSTED })).toBe('Time-stamped, and unchanged since.')
  expect(headlineOf(stamp, signatureWith())).toBe('Unchanged, but the signer is unconfirmed.')
  expect(formatSignature(stamp, texts, 'UTC').title).toBe('Time-stamp by Jane Roe')
})

test('a stated time outside the validity of the digital ID does not count as valid, whoever issued it', () => {
  const codeOf = (values: Partial<PdfSignature>) =>
    formatSignatures(report(signatureWith({ timeStamp: null, ...values })), texts)?.code
  for (const chain of [TRUSTED, signatureWith().chain]) {
    expect(codeOf({ chain, claimedAt: '2019-01-01T12:00:00.000Z' })).toBe('expired')
    expect(codeOf({ chain, claimedAt: '2026-11-27T12:00:00.000Z' })).toBe('expired')
  }
  // A trusted time-stamp was compared with the validity by the check.
  const stamped = withTimeStamp({ chain: 'trusted', time: '2026-11-25T12:00:00.000Z' })
  expect(codeOf({ chain: TRUSTED, claimedAt: '2019-01-01T12:00:00.000Z', ...stamped })).toBe(
    'signed',
  )
})

test('says if revocation could not be checked', () => {
  const contextOf = (revocation: 'not-revoked' | 'unknown') =>
    formatSignatures(report(signatureWith({ chain: { ...TRUSTED, revocation } })), texts)?.context
  expect(contextOf('unknown')).toContain(
    'Whether the digital IDs were revoked could not be checked.',
  )
  expect(contextOf('not-revoked')).not.toContain('revoked')
})

test('a digital ID that its owner made is named as such', () => {
  const values = signatureValues(
    signatureWith({ signer: digitalIdWith({ issuer: 'Jane Roe' }) }),
    texts,
    'UTC',
  )
  expect(values.find(({ label }) => label === 'Issued by')?.value).toBe('The signer (self-issued)')
})

test('a time that no trusted authority states is named as such', () => {
  const sentenceOf = (values: Partial<PdfSignature>) =>
    formatSignature(signatureWith(values), texts, 'UTC').sentence
  const stated = 'Signed November 25, 2026 at 12:00 PM UTC, as stated in the file.'
  expect(sentenceOf({})).toContain(stated)
  expect(sentenceOf({ timeStamp: null })).toContain(stated)
  expect(sentenceOf({ kind: 'time-stamp' })).toMatch(/^Time-stamped .*, as stated in the file\./)
  expect(sentenceOf(withTimeStamp({ chain: 'trusted' }))).toMatch(
    /^Time-stamped [^,]*, 2026 at [\d:]+ PM UTC\./,
  )
  expect(sentenceOf({ timeStamp: null, claimedAt: null })).toContain(
    'time of signing is not stated',
  )
})

test('no line whose name nobody confirms is marked as passed', () => {
  const outcomeOf = (values: Partial<PdfSignature>) =>
    formatSignature(signatureWith(values), texts, 'UTC').outcome
  expect(outcomeOf({})).toBe('not checked')
  expect(outcomeOf({ chain: TRUSTED })).toBe('passed')
})

test('names the first change that is not permitted, and counts the others once each', () => {
  const page = (subject: string): Change => ({ kind: 'page-changed', subject, isPermitted: false })
  const sentenceOf = (...changesAfter: Change[]) =>
    formatSignature(signatureWith({ changesAfter }), texts, 'UTC').sentence
  expect(sentenceOf(page('1'), page('1'), PERMITTED, page('2'))).toBe(
    'After this signature: Page 1 was changed, and 1 other change.',
  )
  expect(sentenceOf(page('1'), page('2'), page('3'))).toMatch(/ and 2 other changes\.$/)
})

test('names and reasons from the file cannot imitate another line, a confirmation or a quotation', () => {
  const signer = digitalIdWith({ name: 'Jane ✓\nTrusted: yes', organization: 'Roe\u202E Ltd' })
  expect(formatDigitalId(signer)).toBe('Jane \uFFFD ↵ Trusted: yes')
  const changesAfter: Change[] = [
    { kind: 'field-filled', subject: 'a” was checked. “b', isPermitted: true },
  ]
  expect(formatSignature(signatureWith({ changesAfter }), texts, 'UTC').sentence).toContain(
    'Field “a’ was checked. ’b” was filled in',
  )
  const values = signatureValues(signatureWith({ signer, reason: 'a\nb' }), texts, 'UTC')
  expect(values.find(({ label }) => label === 'Reason')?.value).toBe('a ↵ b')
  expect(values.every(({ value }) => !value.includes('\n'))).toBe(true)
})

test('lists what was changed first, and each kind of change only once', () => {
  const changesAfter = [PERMITTED, FORBIDDEN, FORBIDDEN]
  const values = signatureValues(signatureWith({ changesAfter }), texts, 'UTC')
  expect(values.slice(0, 3)).toEqual([
    { label: 'Change not permitted', value: 'Page 3 was changed' },
    { label: 'Permitted change', value: 'Signature “signer2” was added' },
    { label: 'E-mail address', value: 'jane@example.test' },
  ])
})

test.each([
  [null, null, 'Filling in fields and signing'],
  [1, null, 'No changes'],
  [3, null, 'Filling in fields, signing and comments'],
  [
    2,
    { all: false, fields: ['price', 'date'] },
    'Filling in fields and signing, except in: price, date',
  ],
  [2, { all: true, fields: [] }, 'Signing only; all fields are locked'],
  [2, { all: true, fields: ['date'] }, 'Filling in only: date'],
] as const)('words the permission %s with the locks %j', (docMdp, locks, text) => {
  const signature = signatureWith({
    docMdp,
    locks: locks === null ? null : { ...locks, fields: [...locks.fields] },
  })
  const values = signatureValues(signature, texts, 'UTC')
  expect(values.find(({ label }) => label === 'Permits')?.value).toBe(text)
})

function withTimeStamp(values: Partial<NonNullable<PdfSignature['timeStamp']>>) {
  const { timeStamp } = signatureWith()
  if (timeStamp === null) throw new Error('the sample has no time-stamp')
  return { timeStamp: { ...timeStamp, ...values } }
}

function report(...signatures: PdfSignature[]) {
  return { signatures, problem: null }
}
