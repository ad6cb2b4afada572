import { expect, test } from '@jest/globals'
import { fragmentFile } from './page-names.ts'

test.each([
  ['/', 'home-page'],
  ['/certify', 'certify'],
  ['/share/:shareLink', 'share_'],
  ['/professional/certify', 'professional_'],
])('the first screen of %s is in the file %s', (pattern, file) => {
  expect(fragmentFile(pattern)).toBe(file)
})
