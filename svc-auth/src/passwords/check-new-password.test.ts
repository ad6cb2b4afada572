import { AppError } from '@inkproof/service-kit/app-error'
import { expect, test } from '@jest/globals'
import { checkNewPassword, type PasswordOwner } from './check-new-password.ts'

const ZOE: PasswordOwner = { email: 'z.berger@example.com', firstName: 'Zoë-Léa', lastName: 'Bo' }

function refusal(password: string, owner: PasswordOwner = ZOE): string | undefined {
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
  ['a common one', 'password', 'PASSWORD_TOO_COMMON'],
  ['a common one in capitals', 'PassWord', 'PASSWORD_TOO_COMMON'],
  ['a common one with a blank after it', 'iloveyou1 ', 'PASSWORD_TOO_COMMON'],
  ['a common one in wide letters', 'ｐａｓｓｗｏｒｄ', 'PASSWORD_TOO_COMMON'],
  ['the product', 'my inkproof account', 'PASSWORD_HAS_NAME'],
  ['the product in figures and signs', 'my-1NKPR00F-account', 'PASSWORD_HAS_NAME'],
  ['the first name without its accents', 'the one of zoe-lea', 'PASSWORD_HAS_NAME'],
  ['the address before the @', 'Z.BERGER of Berlin', 'PASSWORD_HAS_NAME'],
  ['the address in figures and signs', 'z.b3rg3r of Berlin', 'PASSWORD_HAS_NAME'],
])('refuses %s: %s', (_what, password, code) => {
  expect(refusal(password)).toBe(code)
})

test.each([
  ['four words', 'correct horse battery staple'],
  ['eight characters', 'kvw7-qpl'],
  ['a name too short to mean anything', 'Bo is a boat on a pond'],
  ['the host of the address', 'example.com and then some'],
])('takes %s: %s', (_what, password) => {
  expect(refusal(password)).toBeUndefined()
})

test('a 1 is read as i and as l', () => {
  expect(refusal('hello w1111am!', { firstName: 'Will' })).toBe('PASSWORD_HAS_NAME')
  expect(refusal('hello 0l1ver', { firstName: 'Oliver' })).toBe('PASSWORD_HAS_NAME')
})

test('for a person without names or address only the product’s name is forbidden', () => {
  const nobody = { email: null, firstName: null, lastName: null }
  expect(refusal('anything at all', nobody)).toBeUndefined()
  expect(refusal('inkproofinkproof', nobody)).toBe('PASSWORD_HAS_NAME')
})
