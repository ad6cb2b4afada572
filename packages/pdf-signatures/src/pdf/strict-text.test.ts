/** The forms of tables and trailers, also of hostile ones, for which a regular expression takes minutes or has no stack. */
import { expect, test } from '@jest/globals'
import { hasComment, isStrictTable, withoutSpaceAtEnd } from './strict-text.ts'

const ENTRY = '0000000015 00000 n \n'

test.each([
  ['no entries', 'xref\ntrailer'],
  ['an entry', `xref\n0 1\n${ENTRY}trailer`],
  ['several sections', `xref \r\n0 1 \r\n${ENTRY}7 2\n${ENTRY}0000000000 65535 f\r\ntrailer`],
  ['600,000 entries', `xref\n0 600000\n${ENTRY.repeat(600_000)}trailer`],
])('a table with %s is strict', (_what, table) => {
  expect(isStrictTable(table)).toBe(true)
})

test.each([
  ['no section', `xref\n${ENTRY}trailer`],
  ['a comment', `xref\n0 1\n${ENTRY}%\ntrailer`],
  ['a short entry', `xref\n0 1\n${ENTRY.slice(0, -2)}\ntrailer`],
  ['white space before it', ` xref\n0 1\n${ENTRY}trailer`],
  ['white space in it', `xref${' '.repeat(300_000)}\n\n0 1\n${ENTRY}trailer`],
  ['something after it', `xref\n0 1\n${ENTRY}trailer%`],
  ['no trailer', `xref\n0 1\n${ENTRY.repeat(600_000)}`],
])('a table with %s is not', (_what, table) => {
  expect(isStrictTable(table)).toBe(false)
})

test('white space is removed at the end only', () => {
  const text = `xref${' '.repeat(300_000)}x`
  expect(withoutSpaceAtEnd(`${text}\0\t\n\f\r `)).toBe(text)
  expect(withoutSpaceAtEnd(' ')).toBe('')
})

test.each([
  ['no comment', '<< /Size 1 >>', false],
  ['a comment', '<< /Size 1 % 2\n>>', true],
  ['the sign in strings', '<< /ID [(a%b) (\\)%) (a(%)b%)] >>', false],
  ['a comment between strings', '<< /ID [(a) % (b)] >>', true],
  ['a comment after a parenthesis too many', '<< /ID [(a)) % (b)] >>', true],
  ['a comment after a string without an end', '<< /ID [(a] % >>', true],
  ['no comment after a string without an end', '<< /ID [(a', false],
  ['a very long string', `(${'a'.repeat(20_000_000)})`, false],
])('%s in a trailer is found', (_what, text, expected) => {
  expect(hasComment(text)).toBe(expected)
})
