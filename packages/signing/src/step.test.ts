import { toHex } from '@inkproof/proof/bytes'
import {
  claimHash,
  commitment,
  KINDS,
  makeClaim,
  NO_PREVIOUS,
  type Opening,
  withholdClaims,
} from '@inkproof/proof/leaf'
import { decodeOpening, encodeOpening } from '@inkproof/proof/opening'
import { expect, test } from '@jest/globals'
import { addressHash, isAbort, makeStep, readStep, STEP_CLAIMS, type StepType } from './step.ts'
import { codeOf } from './testing/code-of.ts'
import { deriveBytes } from './testing/sample-envelope.ts'

const HASH = toHex(deriveBytes('hash'))
const AFTER = { sequence: 6, leaf: HASH }

/** A valid value of each claim. */
const VALUES = {
  recipient: 'jane',
  to: 'zoe',
  epoch: '2',
  method: 'mailbox',
  key: HASH,
  address: HASH,
  replaces: '',
  consent: HASH,
  pages: '14',
  statement: HASH,
  statements: `${HASH} ${HASH}`,
  documents: HASH,
  reason: 'Too expensive.\nSorry.',
  name: 'Zoe Roe',
  before: 'jane@example.com',
  email: 'zoe@example.com',
  language: 'en-GB',
  until: '2026-11-28T09:30:15Z',
}

const TYPES = Object.keys(STEP_CLAIMS) as StepType[]

function sampleStep(type: StepType, change: Partial<Record<string, string>> = {}): Opening {
  return makeStep({
    type,
    envelope: deriveBytes('envelope'),
    after: type === 'sent' ? undefined : AFTER,
    time: new Date('2026-11-20T09:30:15Z'),
    claims: { ...VALUES, ...change },
    ...(isAbort(type) && { firstIndex: 42n }),
  })
}

/** Changes the claims of a step about a binding, whatever follows from it. */
const withClaims = (change: (claims: Opening['claims']) => Opening['claims']): Opening => {
  const opening = sampleStep('bound')
  return { ...opening, claims: change(opening.claims) }
}

test.each(TYPES)('a step of type %s is read as it was made', (type) => {
  const step = readStep(decodeOpening(encodeOpening(sampleStep(type))))
  const isFirst = type === 'sent'
  expect(step).toMatchObject({ type, sequence: isFirst ? 0 : 7, previous: isFirst ? '' : HASH })
  expect(step.time).toEqual(new Date('2026-11-20T09:30:15Z'))
  expect(Object.keys(step.claims)).toEqual([...STEP_CLAIMS[type]])
})

test('only a step that ends the request without completing it is of kind 2 and names the first entry', () => {
  const kinds = TYPES.map((type) => {
    const { kind, previous } = sampleStep(type)
    return [type, kind, previous]
  })
  const aborted = ['declined', 'voided', 'expired']
  expect(kinds).toEqual(
    TYPES.map((type) =>
      aborted.includes(type) ? [type, KINDS.revoked, 42n] : [type, KINDS.event, NO_PREVIOUS],
    ),
  )
})

test('a withheld claim leaves the commitment unchanged and is not read', () => {
  const opening = sampleStep('bound')
  const withheld = withholdClaims(opening, ['address', 'epoch'])
  expect(commitment(withheld)).toEqual(commitment(opening))
  expect(Object.keys(readStep(withheld).claims)).toEqual(['recipient', 'key', 'method', 'replaces'])
})

test('sequence number and predecessor are in the commitment', () => {
  const opening = sampleStep('opened')
  const change = (index: number, value: string) => ({
    ...opening,
    claims: opening.claims.map((claim, i) => (i === index ? { ...claim, value } : claim)),
  })
  const all = [opening, change(1, '8'), change(2, HASH.replace(/^./, '0'))]
  expect(new Set(all.map((item) => toHex(commitment(item)))).size).toBe(3)
})

const REFUSED: [string, string, () => unknown][] = [
  [
    'an unknown type',
    'BAD_STEP',
    () =>
      readStep(
        withClaims((claims) => [
          makeClaim({ name: 'step', value: 'notarized' }),
          ...claims.slice(1),
        ]),
      ),
  ],
  [
    'a type that every object has',
    'BAD_STEP',
    () =>
      readStep(
        withClaims((claims) => [
          makeClaim({ name: 'step', value: 'constructor' }),
          ...claims.slice(1),
        ]),
      ),
  ],
  ['no claims', 'BAD_STEP', () => readStep(withClaims(() => []))],
  ['a missing claim', 'BAD_STEP', () => readStep(withClaims((claims) => claims.slice(0, -1)))],
  [
    'an additional claim',
    'BAD_STEP',
    () => readStep(withClaims((claims) => [...claims, makeClaim({ name: 'note', value: '' })])),
  ],
  [
    'claims in another order',
    'BAD_STEP',
    () =>
      readStep(withClaims((claims) => [...claims.slice(0, 4), ...claims.slice(4).toReversed()])),
  ],
  [
    'a second, withheld type',
    'BAD_STEP',
    () =>
      readStep(
        withClaims((claims) => [
          ...claims,
          { hash: claimHash(makeClaim({ name: 'step', value: 'voided' })) },
        ]),
      ),
  ],
  [
    'a withheld claim in the place of the type',
    'BAD_STEP',
    () =>
      readStep(
        withClaims((claims) => [
          { hash: claimHash(claims[0] as Opening['claims'][0]) },
          ...claims.slice(1),
        ]),
      ),
  ],
  [
    'the wrong kind of entry',
    'WRONG_STEP_KIND',
    () => readStep({ ...sampleStep('voided'), kind: KINDS.event }),
  ],
  [
    'an abort as replacement',
    'WRONG_STEP_KIND',
    () => readStep({ ...sampleStep('voided'), kind: KINDS.superseded }),
  ],
  [
    'a completion that ends an entry',
    'WRONG_STEP_KIND',
    () => readStep({ ...sampleStep('completed'), kind: KINDS.revoked, previous: 1n }),
  ],
  [
    'a step that names an entry in public',
    'WRONG_STEP_KIND',
    () => readStep({ ...sampleStep('opened'), previous: 1n }),
  ],
  [
    'an abort that names no entry',
    'BAD_PREVIOUS',
    () =>
      makeStep({
        type: 'expired',
        envelope: deriveBytes('envelope'),
        after: AFTER,
        time: new Date('2026-11-20T09:30:15Z'),
        claims: {},
      }),
  ],
  [
    'a first step with a predecessor',
    'BAD_STEP',
    () =>
      readStep(
        withClaims((claims) =>
          claims.map((claim, i) => (i === 1 ? makeClaim({ name: 'sequence', value: '0' }) : claim)),
        ),
      ),
  ],
  [
    'a later step without a predecessor',
    'BAD_STEP',
    () =>
      readStep(
        withClaims((claims) =>
          claims.map((claim, i) => (i === 2 ? makeClaim({ name: 'previous', value: '' }) : claim)),
        ),
      ),
  ],
  [
    'a time that does not exist',
    'BAD_STEP',
    () =>
      readStep(
        withClaims((claims) =>
          claims.map((claim, i) =>
            i === 3 ? makeClaim({ name: 'time', value: '2026-02-30T09:30:15Z' }) : claim,
          ),
        ),
      ),
  ],
  ['an unknown method', 'BAD_STEP', () => sampleStep('bound', { method: 'telepathy' })],
  [
    'a thumbprint in upper case',
    'BAD_STEP',
    () => sampleStep('bound', { key: HASH.toUpperCase() }),
  ],
  ['an empty thumbprint', 'BAD_STEP', () => sampleStep('bound', { key: '' })],
  ['a recipient with a space', 'BAD_STEP', () => sampleStep('opened', { recipient: 'jane roe' })],
  ['a number with a leading zero', 'BAD_STEP', () => sampleStep('opened', { epoch: '01' })],
  [
    'a name that runs backwards',
    'BAD_STEP',
    () => sampleStep('handed-over', { name: '\u202Eeoz' }),
  ],
  [
    'a correction to an address without a domain',
    'BAD_STEP',
    () => sampleStep('corrected', { email: 'zoe' }),
  ],
  [
    'a replaced address without a domain',
    'BAD_STEP',
    () => sampleStep('readdressed', { before: 'jane' }),
  ],
  [
    'a new deadline that does not exist',
    'BAD_STEP',
    () => sampleStep('extended', { until: '2026-02-30T09:30:15Z' }),
  ],
  ['an address without a domain', 'BAD_STEP', () => sampleStep('handed-over', { email: 'zoe' })],
  [
    'digests that end in a space',
    'BAD_STEP',
    () => sampleStep('completed', { statements: `${HASH} ` }),
  ],
  [
    'a reason of 10,001 characters',
    'BAD_STEP',
    () => sampleStep('voided', { reason: 'a'.repeat(10_001) }),
  ],
]

test.each(REFUSED)('refuses %s: %s', (_name, code, run) => {
  expect(codeOf(run)).toBe(code)
})

test('the hash of an address is not that of another one', () => {
  expect(addressHash('jane@example.com')).not.toEqual(addressHash('mary@example.com'))
})
