import { expect, test } from '@jest/globals'
import { type Draft, ME, type PlacedField, type PlacedSettings } from './draft.ts'
import { DRAFT_DEFAULTS } from './migrate-draft.ts'
import { findMissing } from './missing.ts'

const MARK = { paths: [], size: { width: 1, height: 1 } }
const SIGNED = field('signature', { kind: 'signature', signature: MARK })

function field(type: PlacedField['type'], value: PlacedField['value'] = null): PlacedField {
  const rectangle = { x: 0, y: 0, width: 10, height: 10 }
  return { id: type, recipient: ME, type, page: 4, rectangle, required: type !== 'checkbox', value }
}

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
    '“Text” on page 4: Enter a character limit from 1 to 10000.',
    { fields: [SIGNED, limited('text', '', { maxLength: 0 })] },
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

test('a box that must be ticked is not filled in by clearing it', () => {
  const value = { kind: 'checkbox', isSelected: false } as const
  const box = { ...field('checkbox'), required: true, value }
  const sentence = 'Tick the checkbox on page 4.'
  expect(findMissing(draft({ fields: [SIGNED, box] }), null)?.sentence).toBe(sentence)
})

/** What is missing if Ben has this field. */
function missingOfBen(his: PlacedField) {
  const ben = { id: 'ben', name: 'Ben', email: 'b@x.example', role: 'signer' } as const
  const recipients = [{ ...ben, isWithPrevious: false, accessCode: '' }]
  const fields = [field('signature'), his].map((one) => ({ ...one, recipient: 'ben' }))
  return findMissing(draft({ isOnlyMe: false, recipients, fields }), 'ana@x.example')
}

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
    '“Checkbox” on page 4: Tick the box by default, or turn off “Read-only”.',
  ],
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

test('a default of the sender’s own field, which they fill in themselves, is ignored', () => {
  const own = { ...field('date'), required: false, settings: { preset: 'never' } }
  expect(findMissing(draft({ fields: [SIGNED, own] }), null)).toBeNull()
})
