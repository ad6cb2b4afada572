import type { Field } from '@inkproof/signing/field'
import { expect, test } from '@jest/globals'
import type { EnteredValues } from './entered-db.ts'
import { isLocked, toStored, withDefaults } from './prefilled.ts'

const FIELDS = [
  { id: 'city', type: 'text', default: 'Berlin' },
  { id: 'note', type: 'text' },
  { id: 'pets', type: 'checkbox', default: '1' },
  { id: 'monthly', type: 'radio', group: 'rent' },
  { id: 'yearly', type: 'radio', group: 'rent', default: '1' },
].map((field) => ({ readOnly: false, ...field }) as Field)
const SELECTED = { kind: 'checkbox', isSelected: true } as const
const CLEARED = { kind: 'checkbox', isSelected: false } as const
const text = (entered: string) => ({ kind: 'text', text: entered }) as const
const fill = (values: EnteredValues) => withDefaults(FIELDS, values)

test('fields start with their default', () => {
  expect(fill({})).toEqual({ city: text('Berlin'), pets: SELECTED, yearly: SELECTED })
})

test('what the person entered replaces the default', () => {
  const values = { city: text('Bonn'), note: text('-'), pets: CLEARED, yearly: CLEARED }
  expect(fill(values)).toEqual(values)
})

test('the default of a group does not return beside another answer', () => {
  expect(fill({ monthly: SELECTED })).not.toHaveProperty('yearly')
})

test.each([
  ['city', text('')],
  ['pets', CLEARED],
  ['yearly', CLEARED],
  ['note', null],
  ['monthly', null],
])('what is cleared in %s is stored as %j', (id, expected) => {
  expect(toStored(FIELDS, id, null)).toEqual(expected)
})

test('a value is stored as it was entered', () => {
  expect(toStored(FIELDS, 'city', text('Bonn'))).toEqual(text('Bonn'))
})

test('a field that is read-only always contains its default', () => {
  const fields = FIELDS.map((field) => ({ ...field, readOnly: field.default !== undefined }))
  const values = { city: text('Bonn'), note: text('-'), pets: CLEARED, monthly: SELECTED }
  expect(withDefaults(fields, values)).toEqual({
    ...{ city: text('Berlin'), note: text('-'), pets: SELECTED },
    yearly: SELECTED,
  })
  const locked = fields.filter((field) => isLocked(field, fields)).map(({ id }) => id)
  expect(locked).toEqual(['city', 'pets', 'monthly', 'yearly'])
})
