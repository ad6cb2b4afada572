import type { Field } from '@inkproof/signing/field'
import { expect, test } from '@jest/globals'
import { dayOf } from './day.ts'
import { describeRules } from './describe-rules.ts'
import { describeValueProblem } from './value-problem.ts'

type Rules = Field['validation']

test.each<[Rules, string | null]>([
  [{}, null],
  [{ options: ['a'] }, null],
  [{ maxLength: 1 }, 'At most 1 character.'],
  [{ minLength: 2 }, 'At least 2 characters.'],
  [{ format: 'digits', minLength: 5, maxLength: 9 }, 'Digits only. 5 to 9 characters.'],
  [{ minimum: 1, decimals: 0 }, 'At least 1. A whole number.'],
  [{ minimum: 1, maximum: 2, decimals: 1 }, 'A number from 1 to 2. At most 1 decimal place.'],
  [{ earliest: '2026-12-01', latest: 'signing-day' }, '2026-12-01 or later. Not in the future.'],
  [{ earliest: 'signing-day', latest: '2026-12-01' }, 'Not in the past. 2026-12-01 or earlier.'],
])('the rules %j are said as %j', (validation, sentences) => {
  expect(describeRules({ validation })).toBe(sentences)
})

const today = (days = 0) => dayOf(new Date(Date.now() + days * 86_400_000))

test.each<[Field['type'], Rules, string, string | null]>([
  ['text', { format: 'phone' }, 'none', 'Enter a phone number, such as +49 30 123456.'],
  ['text', { format: 'url' }, 'none', 'Enter a web address, such as https://example.com.'],
  ['text', { format: 'letters' }, '1', 'Use letters only, with single spaces between words.'],
  ['text', { format: 'letters' }, ' Ann Roe ', null],
  ['date', { earliest: '2026-12-01' }, '2026-11-30', 'Enter 2026-12-01 or a later date.'],
  ['date', { latest: '2026-12-01' }, '2026-12-02', 'Enter 2026-12-01 or an earlier date.'],
  ['date', { latest: 'signing-day' }, today(2), 'Enter a date that is not in the future.'],
  ['date', { earliest: 'signing-day' }, today(-2), 'Enter a date that is not in the past.'],
  ['date', { earliest: 'signing-day', latest: 'signing-day' }, today(), null],
])('in a %s with the rules %j, %j gives %j', (type, validation, text, sentence) => {
  expect(describeValueProblem({ type, validation }, text)).toBe(sentence)
})
