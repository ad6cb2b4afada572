import { expect, test } from '@jest/globals'
import { Name } from './auth.ts'

const codePoints = (first: number, last = first) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i)

const INVISIBLE = [
  ...codePoints(0x200b),
  ...codePoints(0x200e, 0x200f),
  ...codePoints(0x202a, 0x202e),
  ...codePoints(0x2060, 0x2069),
  ...codePoints(0xfeff),
]

test('a name must not contain invisible or bidirectional control characters', () => {
  const accepted = INVISIBLE.filter(
    (codePoint) => Name.safeParse(`Ada${String.fromCodePoint(codePoint)}gpj`).success,
  )
  expect(accepted).toEqual([])
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
  ['an accent as a combining character', 'Zoe\u0308'],
  ['an apostrophe', 'O\u2019Brien'],
])('a name can contain %s', (_description, name) => {
  expect(Name.safeParse(name)).toEqual({ success: true, data: name })
})
