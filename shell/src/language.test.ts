/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */

import { setPageLanguage, t } from '@inkproof/texts/text'
import { afterEach, expect, test } from '@jest/globals'
import { applyLanguage } from './language.ts'

afterEach(() => {
  localStorage.clear()
  setPageLanguage((message) => message)
})

test('is English by default', () => {
  localStorage.setItem('inkproof_language', 'xx')
  applyLanguage()
  expect(t('Verify')).toBe('Verify')
})

test('shows the pseudo-language if the browser stored that choice', () => {
  localStorage.setItem('inkproof_language', 'pseudo')
  applyLanguage()
  expect(t('Verify')).toBe('Ṽéŕîƒý')
})
