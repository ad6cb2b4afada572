import { expect, test } from '@jest/globals'
import { makeTexts } from './make-texts.ts'
import { type Translation, translateBy } from './translation.ts'

const WORDS: [string, Translation][] = [
  ['Signed by {name}', 'Podpis: {name}'],
  ['{count} file', '{count} plik'],
  [
    '{count} files',
    { one: '{count} plik', few: '{count} pliki', many: '{count} plików', other: '{count} pliku' },
  ],
]
const FILES = { one: '{count} file', other: '{count} files' }

test('words a message by its translation, and one without in English', () => {
  const { t } = makeTexts(translateBy('pl', new Map(WORDS)))
  expect(t('Signed by {name}', { name: 'Ada' })).toBe('Podpis: Ada')
  expect(t('Certified by {name}', { name: 'Ada' })).toBe('Certified by Ada')
  expect(t('constructor')).toBe('constructor')
})

test.each([
  [0, '0 plików'],
  [1, '1 plik'],
  [2, '2 pliki'],
  [5, '5 plików'],
  [22, '22 pliki'],
  [1204, '1,204 pliki'],
])('chooses the form of the language for %d', (count, text) => {
  const { plural } = makeTexts(translateBy('pl', new Map(WORDS)))
  expect(plural(count, FILES)).toBe(text)
})

test('a plural may have the same words for every count, and one without a translation is English', () => {
  const { plural } = makeTexts(translateBy('ja', new Map([['{count} files', '{count}個']])))
  expect(plural(3, FILES)).toBe('3個')
  expect(plural(3, { one: 'a day', other: '{count} days' })).toBe('3 days')
})

test('words what was added later', () => {
  const known = new Map<string, Translation>()
  const { t } = makeTexts(translateBy('pl', known))
  expect(t('Verify')).toBe('Verify')
  known.set('Verify', 'Sprawdź')
  expect(t('Verify')).toBe('Sprawdź')
})
