import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { PdfPageSize } from '../pdf/page-geometry.ts'
import { serveFonts } from '../testing/serve-fonts.ts'
import { type Draft, ME, type PlacedField, type PlacedSettings } from './draft.ts'
import { senderAsRecipient } from './draft-recipients.ts'
import { DRAFT_DEFAULTS } from './migrate-draft.ts'
import { findMissing, type Missing } from './missing.ts'
import { findUndrawable, textsOf } from './undrawable-texts.ts'

let fonts: ReturnType<typeof serveFonts>
beforeEach(() => {
  fonts = serveFonts()
})
afterEach(() => fonts.restore())

const MARK = { paths: [], size: { width: 1, height: 1 } }
const SIGNED = field('signature', { kind: 'signature', signature: MARK })

function field(type: PlacedField['type'], value: PlacedField['value'] = null): PlacedField {
  const rectangle = { x: 0, y: 0, width: 10, height: 10 }
  return { id: type, recipient: ME, type, page: 4, rectangle, required: type !== 'checkbox', value }
}

const BELOW = { x: 0, y: -20, width: 10, height: 10 }
const radio = (id: string, change: Partial<PlacedField> = {}): PlacedField => ({
  ...field('radio'),
  id,
  settings: { group: 'rent' },
  ...change,
})
const list = (...options: string[]) => ({ ...field('dropdown'), settings: { options } })
const limited = (type: PlacedField['type'], text: string, settings: PlacedSettings) => ({
  ...field(type, { kind: 'text', text }),
  settings,
})
const SELECTED = { kind: 'checkbox', isSelected: true } as const

function draft(change: Partial<Draft>): Draft {
  return {
    ...DRAFT_DEFAULTS,
    recipients: [],
    id: 'AAAAAAAAAAAAAAAAAAAAAA',
    accountId: null,
    addedAtMs: 0,
    fileName: 'Lease.pdf',
    title: 'Lease',
    signerName: 'Ana Reis',
    fields: [SIGNED],
    ...change,
  }
}

test('nothing is missing once the document is signed and filled in', () => {
  expect(findMissing(draft({}), null)).toBeNull()
})

test.each<[string, Partial<Draft>]>([
  ['Place your signature first.', { fields: [field('text')] }],
  ['Add your signature.', { fields: [field('signature')] }],
  ['Fill in “Initials” on page 4.', { fields: [SIGNED, field('initials')] }],
  ['Fill in “Stamp” on page 4.', { fields: [SIGNED, field('stamp')] }],
  ['Fill in “Text” on page 4.', { fields: [SIGNED, field('text')] }],
  ['Fill in “Text” on page 4.', { fields: [SIGNED, field('text', { kind: 'text', text: '  ' })] }],
  [
    '“Drop-down list” on page 4: Add at least one option to the drop-down list.',
    { fields: [SIGNED, list(' ', '')] },
  ],
  [
    '“Drop-down list” on page 4: The option “A” is listed twice.',
    { fields: [SIGNED, list('A', 'B', ' A ')] },
  ],
  [
    '“Drop-down list” on page 4: A drop-down list can have at most 100 options.',
    { fields: [SIGNED, list(...Array.from({ length: 101 }, (_, index) => `${index}`))] },
  ],
  [
    `“Drop-down list” on page 4: The option “${'x'.repeat(30)}…” is longer than 200 characters.`,
    { fields: [SIGNED, list('x'.repeat(201))] },
  ],
  ['Fill in “Drop-down list” on page 4.', { fields: [SIGNED, list('A')] }],
  [
    '“Single choice” on page 4: A single choice needs at least two answers.',
    { fields: [SIGNED, radio('a')] },
  ],
  ['Choose an answer on page 4.', { fields: [SIGNED, radio('a'), radio('b')] }],
  [
    '“Number” on page 4: Enter a number, such as 1200 or 12.5.',
    { fields: [SIGNED, field('number', { kind: 'text', text: 'ten' })] },
  ],
  [
    '“Text” on page 4: Enter at most 1 character.',
    { fields: [SIGNED, limited('text', 'ab', { maxLength: 1 })] },
  ],
  [
    '“Text” on page 4: Enter at most 3 characters.',
    { fields: [SIGNED, limited('text', 'abcd', { maxLength: 3 })] },
  ],
  [
    '“Number” on page 4: Enter a number from 2 to 5.',
    { fields: [SIGNED, limited('number', '6', { minimum: 2, maximum: 5 })] },
  ],
  [
    '“Number” on page 4: Enter a number of at least 2.',
    { fields: [SIGNED, limited('number', '1', { minimum: 2 })] },
  ],
  [
    '“Number” on page 4: Enter a number of at most 5.',
    { fields: [SIGNED, limited('number', '5.1', { maximum: 5 })] },
  ],
  [
    '“Text” on page 4: Enter a number of characters from 1 to 10000.',
    { fields: [SIGNED, limited('text', '', { maxLength: 0 })] },
  ],
  [
    '“Company” on page 4: The minimum is greater than the maximum.',
    { fields: [SIGNED, limited('company', 'abc', { minLength: 4, maxLength: 2 })] },
  ],
  [
    '“Text” on page 4: This format needs more characters. Increase the limit.',
    { fields: [SIGNED, limited('text', '', { format: 'email', maxLength: 5 })] },
  ],
  [
    '“Date” on page 4: Choose the earliest date.',
    { fields: [SIGNED, limited('date', '2026-11-28', { earliest: '' })] },
  ],
  [
    '“Date” on page 4: Choose the latest date.',
    { fields: [SIGNED, limited('date', '2026-11-28', { latest: '' })] },
  ],
  [
    '“Date” on page 4: The earliest date is after the latest date.',
    {
      fields: [SIGNED, limited('date', '', { earliest: '2026-12-02', latest: '2026-12-01' })],
    },
  ],
  [
    '“Date” on page 4: The earliest date is after the latest date.',
    {
      fields: [SIGNED, limited('date', '', { earliest: 'signing-day', latest: '2020-01-01' })],
    },
  ],
  [
    '“Text” on page 4: Enter at least 3 characters.',
    { fields: [SIGNED, limited('text', ' ab ', { minLength: 3 })] },
  ],
  [
    '“Text” on page 4: Enter an e-mail address, such as jane@example.com.',
    { fields: [SIGNED, limited('text', 'jane', { format: 'email' })] },
  ],
  [
    '“Number” on page 4: Enter a number with at most 2 decimal places.',
    { fields: [SIGNED, limited('number', '1.234', { decimals: 2 })] },
  ],
  [
    '“Date” on page 4: Enter a date that is not in the past.',
    { fields: [SIGNED, limited('date', '2020-01-01', { earliest: 'signing-day' })] },
  ],
  [
    '“Number” on page 4: Minimum and maximum must be whole numbers from 0 to 1000000000000.',
    { fields: [SIGNED, limited('number', '1', { minimum: 0.5 })] },
  ],
  [
    '“Number” on page 4: The minimum is greater than the maximum.',
    { fields: [SIGNED, limited('number', '3', { minimum: 5, maximum: 2 })] },
  ],
  [
    '“Date” on page 4: Enter a date that exists.',
    { fields: [SIGNED, field('date', { kind: 'text', text: '2026-02-30' })] },
  ],
  ['Enter your name.', { signerName: ' ' }],
  ['Enter a title.', { title: '' }],
])('says “%s”', (sentence, change) => {
  expect(findMissing(draft(change), null)?.sentence).toBe(sentence)
})

test('nothing has to be placed in a document whose signatures cannot be shown', () => {
  const signedBefore = { signatures: 1, canShow: false }
  expect(findMissing(draft({ fields: [], signedBefore }), null)).toBeNull()
  const shown = draft({ fields: [], signedBefore: { signatures: 1, canShow: true } })
  expect(findMissing(shown, null)?.sentence).toBe('Place your signature first.')
  const unnamed = draft({ fields: [], signedBefore, signerName: '' })
  expect(findMissing(unnamed, null)?.sentence).toBe('Enter your name.')
})

test.each(['name', 'email', 'signing-date', 'checkbox'] as const)(
  'a field of the type %s needs no input',
  (type) => {
    expect(findMissing(draft({ fields: [SIGNED, field(type)] }), null)).toBeNull()
  },
)

test('one selected button answers a single choice', () => {
  const fields = [SIGNED, radio('a'), radio('b', { value: SELECTED })]
  expect(findMissing(draft({ fields }), null)).toBeNull()
})

test('a box that must be selected is not filled in by clearing it', () => {
  const value = { kind: 'checkbox', isSelected: false } as const
  const box = { ...field('checkbox'), required: true, value }
  const sentence = 'Select the checkbox on page 4.'
  expect(findMissing(draft({ fields: [SIGNED, box] }), null)?.sentence).toBe(sentence)
  const labeled = { ...box, settings: { label: ' Keys\treceived ' } }
  expect(findMissing(draft({ fields: [SIGNED, labeled] }), null)?.sentence).toBe(
    '“Keys received” on page 4 is required.',
  )
})

/** A draft in which Ben has these fields. */
function draftOfBen(...his: PlacedField[]) {
  const ben = { id: 'ben', name: 'Ben', email: 'b@x.example', role: 'signer' } as const
  const recipients = [{ ...ben, isWithPrevious: false, accessCode: '' }]
  const fields = [field('signature'), ...his].map((one) => ({ ...one, recipient: 'ben' }))
  return draft({ isOnlyMe: false, recipients, fields })
}

const missingOfBen = (...his: PlacedField[]) => findMissing(draftOfBen(...his), 'ana@x.example')

test('the settings of somebody else’s field are checked, too', () => {
  expect(missingOfBen(list())).toMatchObject({ field: { type: 'dropdown' }, isSetting: true })
})

test.each<[PlacedField['type'], PlacedSettings, string | undefined]>([
  ['text', { preset: 'abc', maxLength: 2 }, '“Text” on page 4: Enter at most 2 characters.'],
  ['company', { preset: 'abc', maxLength: 2 }, '“Company” on page 4: Enter at most 2 characters.'],
  ['number', { preset: 'ten' }, '“Number” on page 4: Enter a number, such as 1200 or 12.5.'],
  ['date', { preset: '2026-02-30' }, '“Date” on page 4: Enter a date that exists.'],
  [
    'text',
    { preset: ' ', isReadOnly: true },
    '“Text” on page 4: Enter what the signer sees, or turn off “Read-only”.',
  ],
  [
    'dropdown',
    { options: ['A'], isReadOnly: true },
    '“Drop-down list” on page 4: Select what the signer sees, or turn off “Read-only”.',
  ],
  [
    'checkbox',
    { isReadOnly: true },
    '“Checkbox” on page 4: Select the box by default, or turn off “Read-only”.',
  ],
  [
    'date',
    { preset: '2099-01-01', isReadOnly: true, earliest: 'signing-day' },
    '“Date” on page 4: A read-only date cannot depend on the day of signing.',
  ],
  [
    'date',
    { preset: '2020-01-01', earliest: 'signing-day' },
    '“Date” on page 4: Enter a date that is not in the past.',
  ],
  ['text', { preset: 'Jane', format: 'digits' }, '“Text” on page 4: Use digits only.'],
  [
    'text',
    { preset: 'Jane', format: 'digits', label: 'Meter' },
    '“Meter” on page 4: Use digits only.',
  ],
  ['number', { preset: '1,5', decimals: 2 }, undefined],
  ['date', { preset: '2026-12-01', isReadOnly: true, earliest: '2026-12-01' }, undefined],
  ['company', { preset: 'Roe', isReadOnly: true }, undefined],
  ['text', { preset: ' abc ', maxLength: 3 }, undefined],
  ['number', { preset: '10', minimum: 10 }, undefined],
  ['dropdown', { preset: 'B', options: ['A', 'B'] }, undefined],
  ['checkbox', { preset: '1' }, undefined],
])('the default of a %s with %j: %s', (type, settings, sentence) => {
  const missing = missingOfBen({ ...field(type), settings })
  expect(missing?.sentence).toBe(sentence)
  expect(missing?.isSetting ?? true).toBe(true)
})

/** Shown only if a field has this value. */
const onlyIf = (
  one: PlacedField,
  on: string,
  value = '1',
  is: 'equals' | 'differs' = 'equals',
) => ({
  ...one,
  settings: { ...one.settings, condition: { field: on, is, value } },
})
const box = (id: string) => ({ ...field('checkbox'), id })
const DELETED = 'The field that it depends on was deleted. Choose another one, or always show it.'

test.each<[string, PlacedField[], string | undefined]>([
  ['a box that is selected', [onlyIf(field('text'), 'a'), box('a')], undefined],
  ['a box that is not', [onlyIf(field('text'), 'a', '1', 'differs'), box('a')], undefined],
  [
    'a required box that is not',
    [onlyIf(field('text'), 'a', '1', 'differs'), { ...box('a'), required: true }],
    '“Text” on page 4: The box must be selected before signing, so this is never shown. Choose another value.',
  ],
  [
    'an answer',
    [onlyIf(field('text'), 'b'), radio('a'), radio('b', { rectangle: BELOW })],
    undefined,
  ],
  ['an option', [onlyIf(field('date'), 'dropdown', 'B'), list('A', ' B')], undefined],
  ['a field that was deleted', [onlyIf(field('text'), 'a')], `“Text” on page 4: ${DELETED}`],
  [
    'an answer that was deleted',
    [onlyIf(radio('a'), 'x'), onlyIf(radio('b'), 'x')],
    `“Single choice” on page 4: ${DELETED}`,
  ],
  [
    'an option that was removed',
    [onlyIf(field('text'), 'dropdown', 'C'), list('A', 'B')],
    '“Text” on page 4: The option “C” is no longer in the list. Choose another value.',
  ],
  [
    'no option yet',
    [onlyIf(field('text'), 'dropdown', ''), list('A', 'B')],
    '“Text” on page 4: Choose the value for which it is shown.',
  ],
  [
    'a field of another type',
    [onlyIf(field('text'), 'date', ''), field('date')],
    '“Text” on page 4: Choose the value for which it is shown.',
  ],
  [
    'itself through another one',
    [onlyIf(box('a'), 'b'), onlyIf(box('b'), 'a')],
    '“Checkbox” on page 4: It depends on itself. Choose another field, or always show it.',
  ],
  [
    'more than 20 others, one after the other',
    Array.from({ length: 22 }, (_, i) => (i === 0 ? box('0') : onlyIf(box(`${i}`), `${i - 1}`))),
    '“Checkbox” on page 4: It depends on too many other fields. Choose another one, or always show it.',
  ],
])('a field that depends on %s', (_what, his, sentence) => {
  const missing = missingOfBen(...his)
  expect(missing?.sentence).toBe(sentence)
  expect(missing?.isSetting ?? true).toBe(true)
})

test('a field cannot depend on one that was given to somebody else; one of the sender has no condition', () => {
  const { recipients, ...one } = draftOfBen(onlyIf(field('text'), 'a'))
  const withMe = [...recipients, senderAsRecipient()]
  const own = [SIGNED, onlyIf(box('a'), 'gone')]
  expect(
    findMissing({ ...one, recipients: withMe, fields: [...one.fields, ...own] }, null)?.sentence,
  ).toBe(
    '“Text” on page 4: The field that it depends on belongs to somebody else. Choose another one, or always show it.',
  )
  expect(findMissing(draft({ fields: own }), null)).toBeNull()
})

test('a default of the sender’s own field, which they fill in themselves, is ignored', () => {
  const own = { ...field('date'), required: false, settings: { preset: 'never' } }
  expect(findMissing(draft({ fields: [SIGNED, own] }), null)).toBeNull()
})

/** Returns what is missing once the texts were drawn, on pages of which the fourth one is turned by 90 degrees if `isTurned`. */
async function missingAsDrawn(one: Draft, isTurned = false): Promise<Missing | null> {
  const size = { width: 612, height: 792 }
  const page: PdfPageSize = { ...size, box: { x: 0, y: 0, ...size }, rotation: isTurned ? 90 : 0 }
  const texts = textsOf(one, 'ana@x.example', [page, page, page, page])
  return findMissing(one, 'ana@x.example', await findUndrawable(texts, new Map()))
}

const sized = (width: number, height: number, his: PlacedField) => ({
  ...his,
  rectangle: { x: 0, y: 0, width, height },
})
const LONG = 'A flat with two rooms, a kitchen and a garden'
const TOO_LONG =
  '“A flat with two rooms, a kitch…” does not fit in this field. Make the field larger or the text shorter.'

test.each<[string, PlacedField, Partial<Missing> | null]>([
  [
    'a long default',
    { ...field('text'), settings: { preset: LONG } },
    { sentence: `“Text” on page 4: ${TOO_LONG}`, isSetting: true },
  ],
  [
    'a read-only company with other characters',
    { ...field('company'), settings: { preset: '\u{12000}', isReadOnly: true } },
    {
      sentence:
        '“Company” on page 4: These characters cannot be written into the PDF: \u{12000}. Remove them.',
      isSetting: true,
    },
  ],
  [
    'a long option',
    { ...field('dropdown'), settings: { options: ['A', LONG] } },
    { sentence: `“Drop-down list” on page 4: ${TOO_LONG}`, isSetting: true },
  ],
  ['an address', field('email'), { isSetting: false, field: { id: 'email' } as PlacedField }],
  ['a short default', { ...field('text'), settings: { preset: 'A' } }, null],
  ['a name', field('name'), null],
  ['a tick', { ...field('checkbox'), settings: { preset: '1' } }, null],
])('%s is drawn before it is sent', async (_what, his, expected) => {
  const missing = await missingAsDrawn(draftOfBen(sized(16, 12, his)))
  if (expected === null) expect(missing).toBeNull()
  else expect(missing).toMatchObject(expected)
})

test('a text of the sender is drawn as it will be signed, on a page as it is shown', async () => {
  const own = (text: string, width: number, height: number) =>
    draft({ fields: [SIGNED, sized(width, height, field('text', { kind: 'text', text }))] })
  expect(await missingAsDrawn(own(LONG, 120, 8))).toBeNull()
  expect(await missingAsDrawn(own(LONG, 8, 120))).toMatchObject({
    sentence: `“Text” on page 4: ${TOO_LONG}`,
    isSetting: false,
  })
  expect(await missingAsDrawn(own(LONG, 8, 120), true)).toBeNull()
})

test('a text whose font cannot be loaded is not called too long', async () => {
  fonts.state.isOnline = false
  const his = { ...field('text'), settings: { preset: '\u0416'.repeat(99) } }
  expect(await missingAsDrawn(draftOfBen(his))).toBeNull()
})
