import { expect, test } from '@jest/globals'
import { makeTexts } from './make-texts.ts'
import { createTranslate, type Translation } from './translation.ts'

const TRANSLATIONS: [string, Translation][] = [
  ['Signed by {name}', 'Podpis: {name}'],
  ['{count} file', '{count} plik'],
  [
    '{count} files',
    { one: '{count} plik', few: '{count} pliki', many: '{count} plików', other: '{count} pliku' },
  ],
]
const FORMS = { one: '{count} file', other: '{count} files' }

test('translates a message, and leaves one without a translation in English', () => {
  const { t } = makeTexts(createTranslate('pl', new Map(TRANSLATIONS)))
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
])('chooses the language’s plural form for %d', (count, text) => {
  const { plural } = makeTexts(createTranslate('pl', new Map(TRANSLATIONS)))
  expect(plural(count, FORMS)).toBe(text)
})

test('a plural may have the same form for every count, and stays English without a translation', () => {
  const { plural } = makeTexts(createTranslate('ja', new Map([['{count} files', '{count}個']])))
  expect(plural(3, FORMS)).toBe('3個')
  expect(plural(3, { one: 'a day', other: '{count} days' })).toBe('3 days')
})

test('uses translations added after the function was created', () => {
  const translations = new Map<string, Translation>()
  const { t } = makeTexts(createTranslate('pl', translations))
  expect(t('Verify')).toBe('Verify')
  translations.set('Verify', 'Sprawdź')
  expect(t('Verify')).toBe('Sprawdź')
})
