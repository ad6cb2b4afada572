import { expect, test } from '@jest/globals'
import { numberInput, readingsOf, withDecimalPoint } from './decimal.ts'
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

test.each(['1,200.50', '1.200,50', '1,234,567', 'rent', '1,'])('%j is no number', (text) => {
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
])(
  'the keyboard of a phone is for %s with the limits %j, so it has a minus if needed',
  (mode, limits) => {
    expect(numberInput('', limits, () => {}).inputMode).toBe(mode)
  },
)
