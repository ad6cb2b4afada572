import { expect, test } from '@jest/globals'
import type { Condition, Field, Validation } from './field.ts'
import { findEntryProblem, findValueProblem, isShown, type ValueProblem } from './field-value.ts'

const ALLOWED: [Field['type'], string, Validation][] = [
  ['text', 'any text\nof two lines', {}],
  ['text', 'abc', { minLength: 3, maxLength: 3 }],
  ['number', '-12.5', {}],
  ['number', '60', { minimum: 60, maximum: 60 }],
  ['number', '60.000000', { minimum: 60, maximum: 60 }],
  ['number', '-0', { minimum: 0, maximum: 0 }],
  ['number', '0.5', { minimum: 0, maximum: 1 }],
  ['number', '1000000000000.000000', { minimum: 1e12, maximum: 1e12 }],
  ['number', '999999999999999.999999', { minimum: 1e12 }],
  ['number', '-999999999999999.999999', { maximum: 1e12 }],
  ['date', '2028-02-29', {}],
  ['signing-date', '2026-11-20', {}],
  ['checkbox', '1', {}],
  ['radio', '1', {}],
  ['dropdown', 'b', { options: ['a', 'b'] }],
  ['email', 'jane@example.com', {}],
  ['name', 'Jane Roe', {}],
]

test.each(ALLOWED)('a %s may have the value %j with %j', (type, value, validation) => {
  expect(findValueProblem({ type, validation }, value)).toBeNull()
})

const REFUSED: [Field['type'], string, Validation, ValueProblem][] = [
  ['text', 'ab', { minLength: 3 }, 'too-short'],
  ['text', 'abcd', { maxLength: 3 }, 'too-long'],
  ['text', 'a'.repeat(10_001), {}, 'too-long'],
  ['number', '1e3', {}, 'not-a-number'],
  ['number', '1,5', {}, 'not-a-number'],
  ['number', '0', { minimum: 1 }, 'out-of-range'],
  ['number', '61', { maximum: 60 }, 'out-of-range'],
  ['number', '-0.000001', { minimum: 0 }, 'out-of-range'],
  ['number', '60.000001', { maximum: 60 }, 'out-of-range'],
  ['number', '1000000000000.00005', { maximum: 1e12 }, 'out-of-range'],
  ['number', '1000000000000.000001', { maximum: 1e12 }, 'out-of-range'],
  ['number', '999999999999.999999', { minimum: 1e12 }, 'out-of-range'],
  ['date', '2026-02-29', {}, 'not-a-date'],
  ['date', '20.11.2026', {}, 'not-a-date'],
  ['signing-date', '2026-13-01', {}, 'not-a-date'],
  ['checkbox', 'yes', {}, 'not-an-option'],
  ['dropdown', 'c', { options: ['a', 'b'] }, 'not-an-option'],
  ['email', 'jane', {}, 'not-an-address'],
  ['signature', 'Jane', {}, 'has-no-value'],
  ['attachment', 'passport.pdf', {}, 'has-no-value'],
]

test.each(REFUSED)(
  'a %s may not have the value %.20j with %j: %s',
  (type, value, validation, problem) => {
    expect(findValueProblem({ type, validation }, value)).toBe(problem)
  },
)

test.each<[Field['type'], string]>([
  ['text', 'two\nlines, Žižkov 王 😀'],
  ['company', 'Roe & Söhne – “Werkstatt”'],
  ['name', 'Jane Roe'],
  ['email', 'jane@example.com'],
])('into a %s, %j can be entered', (type, value) => {
  expect(findEntryProblem({ type, validation: {} }, value)).toBeNull()
})

test.each<[Field['type'], string]>([
  ['text', 'a\tb'],
  ['text', 'a\rb'],
  ['text', 'a\r\nb'],
  ['text', 'a\0b'],
  ['text', 'a\x7fb'],
  ['text', 'a\x85b'],
  ['company', 'Roe\nWorkshops'],
  ['company', 'Roe\u2028Workshops'],
  ['company', 'Roe\u2029Workshops'],
  ['company', 'Roe\tWorkshops'],
  ['name', 'Jane\nRoe'],
  ['email', 'jane@example.com\n'],
])('into a %s, %j cannot be entered', (type, value) => {
  expect(findEntryProblem({ type, validation: {} }, value)).toBe('control-character')
})

test('what is entered is a value of its field', () => {
  const field = { type: 'number', validation: { maximum: 60 } } as const
  expect(findEntryProblem(field, '61')).toBe('out-of-range')
})

test('verifiers accept a tab in a text of an earlier release', () => {
  expect(findValueProblem({ type: 'text', validation: {} }, 'a\tb')).toBeNull()
})

const CONDITIONS: [Condition, boolean][] = [
  [{ field: 'pets', is: 'filled' }, true],
  [{ field: 'none', is: 'filled' }, false],
  [{ field: 'pets', is: 'empty' }, false],
  [{ field: 'none', is: 'empty' }, true],
  [{ field: 'pets', is: 'equals', value: '1' }, true],
  [{ field: 'none', is: 'equals', value: '1' }, false],
  [{ field: 'pets', is: 'differs', value: '1' }, false],
  [{ field: 'none', is: 'differs', value: '1' }, true],
]

test.each(CONDITIONS)('the condition %j is %s', (condition, expected) => {
  const values = new Map([['pets', '1']])
  expect(isShown({ conditions: [condition] }, values)).toBe(expected)
})

test('a field is shown only if all its conditions hold', () => {
  const values = new Map([['pets', '1']])
  const conditions = CONDITIONS.map(([condition]) => condition)
  expect(isShown({ conditions }, values)).toBe(false)
  expect(isShown({ conditions: [] }, values)).toBe(true)
})

test('a condition on a withheld value is undecided, unless another one decides', () => {
  const withheld = new Set(['pets'])
  const unknown: Condition = { field: 'pets', is: 'filled' }
  const never: Condition = { field: 'none', is: 'filled' }
  expect(isShown({ conditions: [unknown] }, new Map(), withheld)).toBeNull()
  expect(isShown({ conditions: [unknown, never] }, new Map(), withheld)).toBe(false)
})
