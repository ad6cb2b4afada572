/** What the sender still has to change in the settings of other people's fields: defaults, limits and conditions. */
import { expect, test } from '@jest/globals'
import { draft, draftOfBen, field, list, radio, SIGNED } from '../testing/placed-fields.ts'
import type { PlacedField, PlacedSettings } from './draft.ts'
import { senderAsRecipient } from './draft-recipients.ts'
import { findMissing } from './missing.ts'

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
const BELOW = { x: 0, y: -20, width: 10, height: 10 }
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
