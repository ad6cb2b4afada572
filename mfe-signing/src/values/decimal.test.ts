import { expect, test } from '@jest/globals'
import { formatNumber, numberInput, readingsOf, withDecimalPoint } from './decimal.ts'
import { describeValueProblem } from './value-problem.ts'

const problemOf = (text: string) => describeValueProblem({ type: 'number', validation: {} }, text)

test.each([
  ['1,5', '1.5'],
  ['-0,25', '-0.25'],
  [' 12,3456 ', '12.3456'],
])('%j is a number with a decimal comma', (text, number) => {
  expect(withDecimalPoint(text)).toBe(number)
  expect(problemOf(text)).toBeNull()
})

test.each(['1200', '1.2', '-3', 'rent', '1,', ',5'])('%j stays as it is', (text) => {
  expect(withDecimalPoint(text)).toBe(text)
})

test.each([
  ['1,200', 'Enter 1200 or 1.2.'],
  ['-1,234', 'Enter -1234 or -1.234.'],
  ['7,000', 'Enter 7000 or 7.'],
  ['0,125', 'Enter 125 or 0.125.'],
])('%j can be two numbers, and is neither until the person says which', (text, sentence) => {
  expect(withDecimalPoint(text)).toBe(text)
  expect(problemOf(text)).toBe(sentence)
})

test.each([
  ['12,5', 2, '12.50'],
  ['12.5000', 2, '12.50'],
  ['0012', 0, '12'],
  ['12.', 1, '12.0'],
  ['12.00', 0, '12'],
  ['000', 2, '0.00'],
  ['-0,0', 1, '0.0'],
  ['-0.05', 2, '-0.05'],
])('%j is written with %d decimal places as %j', (text, decimals, number) => {
  const field = { type: 'number' as const, validation: { decimals } }
  expect(formatNumber(text, field.validation)).toBe(number)
  expect(describeValueProblem(field, text)).toBeNull()
})

test.each([
  ['12.505', 2, 'Enter a number with at most 2 decimal places.'],
  ['12.55', 1, 'Enter a number with at most 1 decimal place.'],
  ['12.5', 0, 'Enter a whole number, such as 1200.'],
  ['1,200', 0, 'Enter a whole number, such as 1200.'],
  ['1,200', 2, 'Enter 1200 or 1.2.'],
])('%j is not a number with %d decimal places: %s', (text, decimals, sentence) => {
  const field = { type: 'number' as const, validation: { decimals } }
  expect(formatNumber(text, field.validation)).toBe(text)
  expect(describeValueProblem(field, text)).toBe(sentence)
})

test.each(['1,200.50', '1.200,50', '1,234,567', 'rent', '1,'])('%j is not a number', (text) => {
  expect(readingsOf(text)).toBeNull()
  expect(withDecimalPoint(text)).toBe(text)
  expect(problemOf(text)).toBe('Enter a number, such as 1200 or 12.5.')
})

test('a number with a decimal comma is compared with the limits', () => {
  const limited = { type: 'number' as const, validation: { maximum: 2 } }
  expect(describeValueProblem(limited, '2,5')).toBe('Enter a number of at most 2.')
  expect(describeValueProblem(limited, '1,5')).toBeNull()
})

test.each([
  ['text', {}],
  ['text', { maximum: 9 }],
  ['text', { minimum: -1 }],
  ['decimal', { minimum: 0 }],
  ['numeric', { minimum: 0, decimals: 0 }],
])(
  'the keyboard of a phone is for %s with the limits %j, so it has a minus if needed',
  (mode, limits) => {
    expect(numberInput('', limits, () => {}).inputMode).toBe(mode)
  },
)
