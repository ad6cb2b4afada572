import type { Field } from '@inkproof/signing/field'
import { expect, test } from '@jest/globals'
import type { FieldValue } from '../editor/draft.ts'
import type { EnteredValues } from './entered-db.ts'
import {
  countQuestions,
  isDone,
  isOpen,
  listInputs,
  listQuestions,
  nextOpen,
} from './own-fields.ts'
import { listShown } from './shown-fields.ts'

function field(id: string, bottom: number, change: Partial<Field> = {}): Field {
  return {
    id,
    ...{ document: 0, page: 1, rect: [7_200, bottom, 1_400, 1_400], type: 'radio' },
    ...{ recipient: 'ben', required: true, readOnly: false, validation: {}, conditions: [] },
    ...change,
  } as Field
}

const FIELDS = [
  field('weekly', 60_000, { group: 'rent' }),
  field('cats', 50_000, { group: 'pets', required: false }),
  field('monthly', 58_000, { group: 'rent' }),
  field('dogs', 48_000, { group: 'pets', required: false }),
  field('city', 40_000, { type: 'text' }),
]
const SELECTED = { kind: 'checkbox', isSelected: true } as const
const inputs = (values: EnteredValues = {}) => listInputs(FIELDS, values)
const ids = (list: { field: Field }[]) => list.map((own) => own.field.id)

test('the buttons of a group are one question', () => {
  expect(ids(listQuestions(inputs()))).toEqual(['weekly', 'cats', 'city'])
})

test('a required group is open until one of its buttons is selected', () => {
  expect(ids(inputs().filter(isOpen))).toEqual(['weekly', 'monthly', 'city'])
  const answered = inputs({ monthly: SELECTED })
  expect(ids(answered.filter(isOpen))).toEqual(['city'])
  expect(ids(listQuestions(answered).filter(isDone))).toEqual(['weekly'])
})

test('after the answer, the guide goes on with another question', () => {
  expect(nextOpen(inputs(), null)?.field.id).toBe('weekly')
  expect(nextOpen(inputs({ weekly: SELECTED }), 'weekly')?.field.id).toBe('city')
})

test('a value that cannot be drawn is open', () => {
  const values = { city: { kind: 'text', text: 'Berlin' } } as const
  const drawn = listInputs(FIELDS, values, new Map([['city', 'This text does not fit.']]))
  expect(nextOpen(drawn, 'monthly')?.field.id).toBe('city')
  expect(drawn.find(({ field }) => field.id === 'city')?.problem).toBe('This text does not fit.')
})

test('a text with an invisible character is open', () => {
  const values = { city: { kind: 'text', text: 'Ber\tlin' } } as const
  const city = inputs(values).find(({ field }) => field.id === 'city')
  expect(city?.problem).toBe('Remove tabs and other invisible characters.')
  expect(city && isOpen(city)).toBe(true)
})

test('a read-only field is no input, nor is any button of a group with a read-only one', () => {
  const locked = FIELDS.map((one) => ({ ...one, readOnly: ['dogs', 'city'].includes(one.id) }))
  expect(ids(listInputs(locked, {}))).toEqual(['weekly', 'monthly'])
})

test('the guide stops once at each question that the sender filled in, required or not', () => {
  const filled = FIELDS.map((one) =>
    one.id === 'dogs' || one.id === 'monthly' ? { ...one, default: '1' } : one,
  )
  const unseen = listInputs(filled, {})
  expect(ids(unseen.filter(isOpen))).toEqual(['monthly', 'dogs', 'city'])
  expect(countQuestions(unseen)).toEqual({ count: 3, done: 0, optional: 0 })
  const seen = listInputs(filled, { monthly: SELECTED, cats: SELECTED })
  expect(ids(seen.filter(isOpen))).toEqual(['city'])
  expect(countQuestions(seen)).toEqual({ count: 3, done: 2, optional: 0 })
})

const shown = (
  fields: Field[],
  values: EnteredValues,
  earlier: Parameters<typeof listShown>[2] = [],
) => listShown(fields, values, earlier).map(({ id }) => id)

test('a field that is not shown counts as empty for the conditions of others', () => {
  const fields = [
    field('pets', 1, { type: 'checkbox' }),
    field('kind', 1, {
      ...{ type: 'dropdown', conditions: [{ field: 'pets', is: 'equals', value: '1' }] },
    }),
    field('dogs', 1, {
      ...{ type: 'text', conditions: [{ field: 'kind', is: 'equals', value: 'Dogs' }] },
    }),
    field('none', 1, { type: 'text', conditions: [{ field: 'kind', is: 'empty' }] }),
  ]
  const kind = { kind: { kind: 'text', text: 'Dogs' } } as const
  expect(shown(fields, kind)).toEqual(['pets', 'none'])
  expect(shown(fields, { ...kind, pets: SELECTED })).toEqual(['pets', 'kind', 'dogs'])
  const unticked = { kind: 'checkbox', isSelected: false } as const
  expect(shown(fields, { ...kind, pets: unticked })).toEqual(['pets', 'none'])
})

test('a condition can be that a picture is there, that the day of signing is, or what somebody entered before', () => {
  const onlyIf = (id: string, change: object = {}) =>
    field(`if-${id}`, 1, { conditions: [{ field: id, is: 'filled', ...change }] })
  const fields = [
    ...[field('mark', 1, { type: 'initials' }), field('day', 1, { type: 'signing-date' })],
    ...[
      onlyIf('mark'),
      onlyIf('day'),
      onlyIf('city', { is: 'equals', value: 'Bern' }),
      onlyIf('stamp'),
    ],
  ]
  const mark = { kind: 'signature', signature: {} } as unknown as FieldValue
  expect(shown(fields, {})).toEqual(['mark', 'day', 'if-day'])
  const earlier = [
    { field: 'city', text: 'Bern' },
    { field: 'stamp', text: '' },
  ]
  expect(shown(fields, { mark }, earlier)).toEqual([
    ...['mark', 'day', 'if-mark', 'if-day', 'if-city', 'if-stamp'],
  ])
})

test('a question that nobody must answer is counted apart', () => {
  expect(countQuestions(inputs())).toEqual({ count: 2, done: 0, optional: 1 })
})
