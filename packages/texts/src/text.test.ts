import { afterEach, expect, test } from '@jest/globals'
import { pseudo } from './pseudo.ts'
import { plural, setPageLanguage, t, translate } from './text.ts'
import { textsFor } from './texts-for.ts'

afterEach(() => setPageLanguage((message) => message))

test('fills the placeholders of a message', () => {
  expect(t('Certified by {issuer} on {day}', { issuer: 'Ada', day: 'Monday' })).toBe(
    'Certified by Ada on Monday',
  )
})

test('inserts values unchanged, even one that looks like a placeholder', () => {
  expect(t('{first} and {second}', { first: '{second}', second: '$&' })).toBe('{second} and $&')
})

test('chooses the English form for a count and formats the count with thousands separators', () => {
  const forms = { one: '{count} file in {folder}', other: '{count} files in {folder}' }
  expect(plural(1, forms, { folder: 'a' })).toBe('1 file in a')
  expect(plural(1204, forms, { folder: 'a' })).toBe('1,204 files in a')
})

test('translates into the page’s language and passes on the count of a plural', () => {
  setPageLanguage((message, count) => `${message} ${count ?? 'de'}`)
  expect(t('Signed by {name}', { name: 'Ada' })).toBe('Signed by Ada de')
  expect(plural(3, { one: 'file', other: 'files' })).toBe('files 3')
  expect(translate('Verify')).toBe('Verify de')
})

test('accents every letter in the pseudo-language, but no placeholder, tag or value', () => {
  expect(pseudo('Read the <link>terms</link>, {name}')).toBe('Ŕéàđ ţĥé <link>ţéŕɱš</link>, {name}')
  expect(textsFor('pseudo').t('Hello {name}', { name: 'Ada' })).toBe('Ĥéļļö Ada')
})
