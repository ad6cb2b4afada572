import { expect, test } from '@jest/globals'
import { signingDaysAt } from './date-limits.ts'
import type { Condition, Field } from './field.ts'
import { findEntryProblem, findValueProblem, isShown, type ValueProblem } from './field-value.ts'
import { TEXT_FORMATS, type Validation } from './validation.ts'

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
  ['text', 'jane.roe+lease@post.example.com', { format: 'email' }],
  ['text', 'jörg@müller.example', { format: 'email' }],
  ['text', '+49 (0)30 123-456/78', { format: 'phone' }],
  ['text', '112', { format: 'phone' }],
  ['text', 'example.com', { format: 'url' }],
  ['text', 'https://www.example.com:8080/a?b=c#d', { format: 'url' }],
  ['text', 'Zoë María', { format: 'letters' }],
  ['text', 'Ελένη', { format: 'letters' }],
  ['text', '007', { format: 'digits', minLength: 3 }],
  ['number', '12.50', { decimals: 2 }],
  ['number', '-0.05', { decimals: 2 }],
  ['number', '0', { decimals: 0 }],
  ['number', '0.000001', { decimals: 6 }],
  ['date', '2026-12-01', { earliest: '2026-12-01', latest: '2026-12-01' }],
  // It is 19 to 21 November somewhere on Earth.
  ['date', '2026-11-19', { earliest: 'signing-day' }],
  ['date', '2026-11-21', { latest: 'signing-day' }],
]

/** When the values are stated. */
const SIGNING = signingDaysAt(new Date('2026-11-20T10:30:00Z'))

test.each(ALLOWED)('a %s may have the value %j with %j', (type, value, validation) => {
  expect(findValueProblem({ type, validation }, value, SIGNING)).toBeNull()
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
  ['stamp', 'Roe Ltd', {}, 'has-no-value'],
  ['attachment', 'passport.pdf', {}, 'has-no-value'],
  ['text', 'jane@localhost', { format: 'email' }, 'wrong-format'],
  ['text', 'jane roe@example.com', { format: 'email' }, 'wrong-format'],
  ['text', 'jane@example.com\nrichard@example.com', { format: 'email' }, 'wrong-format'],
  ['text', 'jane@exa\u200Bmple.com', { format: 'email' }, 'wrong-format'],
  ['text', '12', { format: 'phone' }, 'wrong-format'],
  ['text', '1234567890123456', { format: 'phone' }, 'wrong-format'],
  ['text', '+49 30 CALL', { format: 'phone' }, 'wrong-format'],
  ['text', '49+30123', { format: 'phone' }, 'wrong-format'],
  ['text', 'javascript:alert(1)', { format: 'url' }, 'wrong-format'],
  ['text', 'https://localhost', { format: 'url' }, 'wrong-format'],
  ['text', 'https://example.com/a b', { format: 'url' }, 'wrong-format'],
  ['text', 'R2', { format: 'letters' }, 'wrong-format'],
  ['text', ' Ann', { format: 'letters' }, 'wrong-format'],
  ['text', 'Ann\nBob', { format: 'letters' }, 'wrong-format'],
  ['text', '12 34', { format: 'digits' }, 'wrong-format'],
  ['text', '١٢', { format: 'digits' }, 'wrong-format'],
  ['text', '12', { format: 'digits', minLength: 3 }, 'too-short'],
  ['number', '12.5', { decimals: 2 }, 'wrong-places'],
  ['number', '12.505', { decimals: 2 }, 'wrong-places'],
  ['number', '12.00', { decimals: 0 }, 'wrong-places'],
  ['number', '012.50', { decimals: 2 }, 'wrong-places'],
  ['number', '-0.00', { decimals: 2 }, 'wrong-places'],
  ['number', '12.50', { decimals: 2, maximum: 12 }, 'out-of-range'],
  ['date', '2026-11-30', { earliest: '2026-12-01' }, 'too-early'],
  ['date', '2026-12-02', { latest: '2026-12-01' }, 'too-late'],
  ['date', '2026-11-18', { earliest: 'signing-day' }, 'too-early'],
  ['date', '2026-11-22', { latest: 'signing-day' }, 'too-late'],
]

test.each(REFUSED)(
  'a %s may not have the value %.20j with %j: %s',
  (type, value, validation, problem) => {
    expect(findValueProblem({ type, validation }, value, SIGNING)).toBe(problem)
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

test('without the time of signing, a date is only compared with fixed days', () => {
  const relative = { earliest: 'signing-day', latest: '2026-12-01' }
  const problemOf = (day: string) => findValueProblem({ type: 'date', validation: relative }, day)
  expect(problemOf('1999-01-01')).toBeNull()
  expect(problemOf('2026-12-02')).toBe('too-late')
})

test('a text of the greatest length is compared with each format without delay', () => {
  const startedAt = performance.now()
  for (const format of TEXT_FORMATS)
    for (const part of ['a', '1', 'a.', 'a@', '1 ', '-', 'é '])
      findValueProblem({ type: 'text', validation: { format } }, `${part.repeat(4_999)}\n`)
  expect(performance.now() - startedAt).toBeLessThan(1_000)
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
