import { expect, test } from '@jest/globals'
import { chooseLanguage } from './choose-language.ts'

test.each([
  [['', 'en-US', 'en'], 'en'],
  [['', 'fr', 'pl-PL', 'en'], 'pl'],
  [['', 'en-GB', 'pl'], 'en'],
  [['pl', 'en'], 'pl'],
  [['en', 'pl'], 'en'],
  [['xx', 'fr'], 'en'],
  [['pseudo', 'pl'], 'pseudo'],
])(
  'for the preferences %j, the page is shown in %s if Polish is released',
  (preferred, language) => {
    expect(chooseLanguage(preferred, ['pl'])).toBe(language)
  },
)
