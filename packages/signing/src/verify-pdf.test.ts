import { beforeAll, expect, test } from '@jest/globals'
import type { PdfResult, PdfSignatureResult } from './evidence-context.ts'
import { type MutationRow, runMutation } from './testing/mutations.ts'
import { JANES_VALUES, sampleValues } from './testing/sample-ceremony.ts'
import { deriveBytes } from './testing/sample-envelope.ts'
import { type SampleKeys, sampleKeys } from './testing/sample-request.ts'

const OTHER = new Uint8Array(32).fill(1)

let keys: SampleKeys

beforeAll(async () => {
  keys = await sampleKeys()
})

/** Changes Jane's signature in the PDF, the first one. */
const janes = (change: Partial<PdfSignatureResult>) => ({
  pdf: (pdf: PdfResult) => ({
    ...pdf,
    signatures: pdf.signatures.map((item, i) => (i === 0 ? { ...item, ...change } : item)),
  }),
})

/** Jane states the default of a read-only field. */
const STATED = {
  values: { jane: sampleValues({ ...JANES_VALUES, place: 'Springfield', '@place': 'stream' }) },
}

/** Changes one field of the PDF. */
const shows = (id: string, field: { value?: string; appearance?: Uint8Array }) => ({
  pdf: (pdf: PdfResult) => ({ ...pdf, content: new Map(pdf.content ?? []).set(id, field) }),
})

const UNKNOWN_SIGNATURE = { isValid: true, statement: OTHER, name: null, email: null }

const TERM = { value: '12', appearance: deriveBytes('term stream') }

const ROWS: MutationRow[] = [
  ['no PDF', 'document', null, 'NO_INPUT', 'incomplete', { pdf: null }],
  [
    'a PDF whose prepared part is unknown',
    'document',
    null,
    'NO_INPUT',
    'incomplete',
    { pdf: (pdf) => ({ ...pdf, prepared: null }) },
  ],
  [
    'a PDF of another request',
    'document',
    null,
    'OTHER_DOCUMENT',
    'broken',
    { pdf: (pdf) => ({ ...pdf, prepared: OTHER }) },
  ],
  [
    'a form that is not the one of the request',
    'document',
    null,
    'FORM_DIFFERS',
    'broken',
    { pdf: (pdf) => ({ ...pdf, hasOtherForm: true }) },
  ],
  [
    'a field that the request does not have',
    'document',
    null,
    'UNKNOWN_FIELD',
    'broken',
    shows('bonus', { value: '1' }),
  ],
  [
    'a field of another document',
    'document',
    null,
    'UNKNOWN_FIELD',
    'broken',
    shows('mary-signature', { appearance: OTHER }),
  ],
  [
    'another value of a read-only field',
    'document',
    null,
    'DEFAULT_CHANGED',
    'broken',
    shows('place', { value: 'Shelbyville' }),
  ],
  [
    'a new appearance of a read-only field',
    'document',
    null,
    'DEFAULT_CHANGED',
    'broken',
    shows('place', { value: 'Springfield', appearance: OTHER }),
  ],
  ['no PDF', 'signatures', null, 'NO_INPUT', 'incomplete', { pdf: null }],
  [
    'a signature for an unknown statement',
    'signatures',
    null,
    'UNKNOWN_STATEMENT',
    'broken',
    {
      pdf: (pdf) => ({
        ...pdf,
        signatures: [UNKNOWN_SIGNATURE, ...pdf.signatures],
      }),
    },
  ],
  ['no PDF', 'digital-id', 0, 'NO_INPUT', 'incomplete', { pdf: null }],
  [
    'no signature for the statement',
    'digital-id',
    0,
    'NO_DIGITAL_ID',
    'broken',
    janes({ statement: null }),
  ],
  [
    'two signatures for the statement',
    'digital-id',
    0,
    'SEVERAL_DIGITAL_IDS',
    'broken',
    { pdf: (pdf) => ({ ...pdf, signatures: [...pdf.signatures, ...pdf.signatures.slice(0, 1)] }) },
  ],
  [
    'an invalid signature for the statement',
    'digital-id',
    0,
    'SIGNATURE_NOT_VALID',
    'broken',
    janes({ isValid: false }),
  ],
  [
    'the name of another person',
    'digital-id',
    0,
    'NAME_DIFFERS',
    'broken',
    janes({ name: 'Mary Roe (e-mail checked)' }),
  ],
  ['no name', 'digital-id', 0, 'NAME_DIFFERS', 'broken', janes({ name: null })],
  [
    'the address of another person',
    'digital-id',
    0,
    'EMAIL_DIFFERS',
    'broken',
    janes({ email: 'mary@example.com' }),
  ],
  ['no PDF', 'content', 0, 'NO_INPUT', 'incomplete', { pdf: null }],
  [
    'content that was not read',
    'content',
    0,
    'NO_INPUT',
    'incomplete',
    { pdf: (pdf) => ({ ...pdf, content: null }) },
  ],
  [
    'another value',
    'content',
    0,
    'CONTENT_DIFFERS',
    'broken',
    shows('term', { ...TERM, value: '13' }),
  ],
  [
    'another value of a read-only field that was stated',
    'document',
    null,
    'DEFAULT_CHANGED',
    'broken',
    { ...STATED, ...shows('place', { value: 'Shelbyville', appearance: OTHER }) },
  ],
  [
    'another appearance of a read-only field that was stated',
    'content',
    0,
    'CONTENT_DIFFERS',
    'broken',
    { ...STATED, ...shows('place', { value: 'Springfield', appearance: OTHER }) },
  ],
  [
    'no value',
    'content',
    0,
    'CONTENT_DIFFERS',
    'broken',
    shows('term', { appearance: TERM.appearance }),
  ],
  [
    'another appearance',
    'content',
    0,
    'CONTENT_DIFFERS',
    'broken',
    shows('term', { ...TERM, appearance: OTHER }),
  ],
  ['no appearance', 'content', 0, 'CONTENT_DIFFERS', 'broken', shows('term', { value: '12' })],
  [
    'a value of an empty field',
    'content',
    0,
    'CONTENT_DIFFERS',
    'broken',
    shows('yearly', { value: '1' }),
  ],
  [
    'an appearance of an empty field',
    'content',
    0,
    'CONTENT_DIFFERS',
    'broken',
    shows('kind-of-pet', { appearance: OTHER }),
  ],
  [
    'withheld values',
    'content',
    0,
    'CONTENT_WITHHELD',
    'incomplete',
    {
      evidence: (evidence) => ({
        ...evidence,
        statements: evidence.statements.map((signed) => ({ ...signed, revealed: [] })),
      }),
    },
  ],
]

test.each(ROWS)(
  '%s: %s of statement %p reports %s, and the verdict is %s',
  async (_name, id, statement, reason, verdict, mutation) => {
    const [outcome, ...rest] = await runMutation(keys, id, statement, mutation)
    expect(outcome).toBe(verdict === 'incomplete' ? 'not checked' : 'failed')
    expect(rest).toEqual([reason, verdict])
  },
)

test('a digital ID that a signer brought names the person without an addition', async () => {
  const result = await runMutation(keys, 'digital-id', 0, janes({ name: 'Jane Roe' }))
  expect(result).toEqual(['passed', 'OK', 'verified'])
})

test('a selected checkbox is compared with the value 1', async () => {
  const values = { ...JANES_VALUES, pets: '1', 'kind-of-pet': 'cat', '@kind-of-pet': 'stream' }
  const changes = { values: { jane: sampleValues(values) } }
  expect(await runMutation(keys, 'content', 0, changes)).toEqual(['passed', 'OK', 'verified'])
})

test.each<[string, (pdf: PdfResult) => Partial<PdfResult>]>([
  [
    'that the document had before it was sent',
    ({ signatures }) => ({ signatures: [UNKNOWN_SIGNATURE, ...signatures], signaturesBefore: 1 }),
  ],
  [
    'that was added after the last one of this request',
    ({ signatures }) => ({ signatures: [...signatures, UNKNOWN_SIGNATURE] }),
  ],
])('a signature for an unknown statement is accepted if it is one %s', async (_name, change) => {
  const pdf = (result: PdfResult) => ({ ...result, ...change(result) })
  expect(await runMutation(keys, 'signatures', null, { pdf })).toEqual(['passed', 'OK', 'verified'])
})
