import { AppError } from '@inkproof/service-kit/app-error'
import { expect, test } from '@jest/globals'
import { checkNewPassword, type PasswordOwner } from './check-new-password.ts'

const ZOE: PasswordOwner = { email: 'z.berger@example.com', firstName: 'Zoë-Léa', lastName: 'Bo' }

function errorCodeFor(password: string, owner: PasswordOwner = ZOE): string | undefined {
  try {
    checkNewPassword(password, owner)
    return undefined
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

test.each([
  ['7 letters', 'abcdefg', 'PASSWORD_TOO_SHORT'],
  ['seven foxes', '🦊🦊🦊🦊🦊🦊🦊', 'PASSWORD_TOO_SHORT'],
  ['a common password', 'password', 'PASSWORD_TOO_COMMON'],
  ['a common password in other letter case', 'PassWord', 'PASSWORD_TOO_COMMON'],
  ['a common password with a trailing space', 'iloveyou1 ', 'PASSWORD_TOO_COMMON'],
  ['a common password in full-width letters', 'ｐａｓｓｗｏｒｄ', 'PASSWORD_TOO_COMMON'],
  ['the product name', 'my inkproof account', 'PASSWORD_HAS_NAME'],
  ['the product name with digits for letters', 'my-1NKPR00F-account', 'PASSWORD_HAS_NAME'],
  ['the first name without its accents', 'the one of zoe-lea', 'PASSWORD_HAS_NAME'],
  ['the local part of the e-mail address', 'Z.BERGER of Berlin', 'PASSWORD_HAS_NAME'],
  ['the local part with digits for letters', 'z.b3rg3r of Berlin', 'PASSWORD_HAS_NAME'],
])('refuses %s: %s', (_what, password, code) => {
  expect(errorCodeFor(password)).toBe(code)
})

test.each([
  ['four words', 'correct horse battery staple'],
  ['eight characters', 'kvw7-qpl'],
  ['a name too short to be checked', 'Bo is a boat on a pond'],
  ['the domain of the e-mail address', 'example.com and then some'],
])('accepts %s: %s', (_what, password) => {
  expect(errorCodeFor(password)).toBeUndefined()
})

test('a 1 counts as both i and l', () => {
  expect(errorCodeFor('hello w1111am!', { firstName: 'Will' })).toBe('PASSWORD_HAS_NAME')
  expect(errorCodeFor('hello 0l1ver', { firstName: 'Oliver' })).toBe('PASSWORD_HAS_NAME')
})

test('only the product name is forbidden for a person without names or address', () => {
  const owner = { email: null, firstName: null, lastName: null }
  expect(errorCodeFor('anything at all', owner)).toBeUndefined()
  expect(errorCodeFor('inkproofinkproof', owner)).toBe('PASSWORD_HAS_NAME')
})
