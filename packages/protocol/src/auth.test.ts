import { expect, test } from '@jest/globals'
import { Name } from './auth.ts'

test.each([
  ['a zero-width non-joiner', '\u200c'],
  ['zero-width joiners and a space', '\u200d \u200d'],
  ['a variation selector', '\ufe0f'],
  ['a combining accent', '\u0301'],
])('a name must not consist only of %s', (_description, name) => {
  const issues = Name.safeParse(name).error?.issues.map(({ message }) => message)
  expect(issues).toContain('expected at least one visible character')
})

test.each(['', '  '])('a name must not be empty: “%s”', (name) => {
  expect(Name.safeParse(name).error?.issues).toMatchObject([{ code: 'too_small' }])
})

test('the error says which characters a name must not contain', () => {
  expect(Name.safeParse('Ada \u202egpj').error?.issues).toMatchObject([
    {
      message: 'expected one line, without tabs, invisible characters or other control characters',
    },
  ])
})

test.each([
  ['Persian with a zero-width non-joiner', '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627'],
  ['Sinhala with a zero-width joiner', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
  ['Arabic', '\u0639\u0644\u064a'],
  ['an apostrophe', 'O\u2019Brien'],
  ['an emoji joined from several', '\u{1f469}\u200d\u{1f4bb}'],
  ['an emoji with a variation selector', '\u2764\ufe0f'],
  ['a variant of a Han character', '\u8fbb\u{e0100}'],
  ['only digits', '1906'],
])('a name can contain %s', (_description, name) => {
  expect(Name.safeParse(name)).toEqual({ success: true, data: name })
})
