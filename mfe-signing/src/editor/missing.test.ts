/** What the sender still has to enter into their own fields. */
import { expect, test } from '@jest/globals'
import { draft, field, list, radio, SIGNED } from '../testing/placed-fields.ts'
import type { Draft, PlacedField, PlacedSettings } from './draft.ts'
import { findMissing } from './missing.ts'

const limited = (type: PlacedField['type'], text: string, settings: PlacedSettings) => ({
  ...field(type, { kind: 'text', text }),
  settings,
})
const SELECTED = { kind: 'checkbox', isSelected: true } as const

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

test('a default of the sender’s own field, which they fill in themselves, is ignored', () => {
  const own = { ...field('date'), required: false, settings: { preset: 'never' } }
  expect(findMissing(draft({ fields: [SIGNED, own] }), null)).toBeNull()
})
