import { expect, test } from '@jest/globals'
import { CertifyRequest, CLAIM_LENGTHS, ClaimJson, RevokeRequest } from './certificates.ts'
import { fileNameText, findLineProblem, findLinesProblem, lineText } from './plain-text.ts'

const Title = lineText(20)

test.each([
  ['decomposed letters', 'Zoe\u0308', 'Zo\u00eb'],
  ['padding', ' a \u00a0\u3000  b ', 'a b'],
])('a line is normalized: %s', (_description, text, expected) => {
  expect(Title.parse(text)).toBe(expected)
})

const REJECTED = [
  ['NUL', 'a\u0000b'],
  ['ESC', 'a\u001b[1A'],
  ['a tab', 'a\tb'],
  ['a direction override', 'a\u202eb'],
  ['a direction isolate', 'a\u2066b'],
  ['a zero-width space', 'a\u200bb'],
  ['a byte order mark', 'a\ufeffb'],
  ['a soft hyphen', 'a\u00adb'],
  ['a line separator', 'a\u2028b'],
  ['half of a surrogate pair', 'a\ud800'],
  ['a joiner between Latin letters', 'a\u200db'],
  ['only a zero-width space', '\u200b'],
  ['only a combining mark', '\u0301'],
] as const

test.each(REJECTED)('a line must not contain %s', (_description, text) => {
  expect(Title.safeParse(text).success).toBe(false)
  expect(findLineProblem(text)).toMatch(/^expected /)
  expect(findLinesProblem(`First line\n${text}`)).toMatch(/^expected /)
})

test('a text that is already hashed is not normalized but rejected', () => {
  for (const text of ['Zoe\u0308', 'a  b', ' a', 'a\u00a0b'])
    expect(findLineProblem(text)).toMatch(/normalization form C/)
  expect(findLineProblem('Zo\u00eb 1906')).toBeUndefined()
})

test('a text of several lines may have single empty lines between them', () => {
  expect(findLinesProblem('One\n\nTwo\nThree')).toBeUndefined()
  for (const text of ['One\n\n\nTwo', '\nOne', 'One\n'])
    expect(findLinesProblem(text)).toMatch(/empty lines/)
  expect(findLinesProblem('One\n  Two')).toMatch(/spaces/)
})

test('a file name is cleaned, because nobody renames a file to certify it', () => {
  expect(fileNameText(255).parse('\u202aLease\u0000  2026.pdf')).toBe('Lease 2026.pdf')
  expect(fileNameText(255).safeParse('\u200b').success).toBe(false)
})

const salt = 'A'.repeat(22)
const opening = (claims: { name: string; value: string }[]) => ({
  kind: 1,
  previous: null,
  salt: 'A'.repeat(43),
  fingerprint: 'ab'.repeat(32),
  claims: claims.map((claim) => ({ ...claim, salt })),
})
const request = (claims: { name: string; value: string }[]) => ({
  id: salt,
  opening: opening(claims),
  fileName: 'lease.pdf',
  fileSize: 1,
  findable: false,
  showIssuer: true,
})
const problemsOf = (claims: { name: string; value: string }[]) => [
  ...new Set(
    CertifyRequest.safeParse(request(claims)).error?.issues.map(({ path }) => path.join('.')),
  ),
]

test.each(REJECTED)('no claim of a request contains %s', (_description, text) => {
  for (const name of ['title', 'issuer', 'domain', 'note', 'other'])
    expect(problemsOf([{ name, value: text }])).toEqual(['opening.claims.0.value'])
  expect(problemsOf([{ name: text, value: 'x' }])).toEqual(['opening.claims.0.name'])
})

test('only a note has several lines', () => {
  expect(problemsOf([{ name: 'note', value: 'a\nb' }])).toEqual([])
  expect(problemsOf([{ name: 'title', value: 'a\nb' }])).toEqual(['opening.claims.0.value'])
})

test.each(Object.entries(CLAIM_LENGTHS))(
  'the claim %s has at most %d characters',
  (name, length) => {
    expect(problemsOf([{ name, value: 'x'.repeat(length) }])).toEqual([])
    expect(problemsOf([{ name, value: 'x'.repeat(length + 1) }])).toEqual([
      'opening.claims.0.value',
    ])
  },
)

test('claims named like a property of every object are accepted', () => {
  expect(problemsOf([{ name: 'constructor', value: 'x' }])).toEqual([])
})

test('a revocation follows the same rules', () => {
  const claims = [{ name: 'reason', value: 'wrong\u202eamount' }]
  expect(RevokeRequest.safeParse({ opening: opening(claims) }).success).toBe(false)
})

test('recorded claims stay readable', () => {
  expect(ClaimJson.safeParse({ name: 'title', value: 'a\u202eb\n', salt }).success).toBe(true)
})
