import { AppError } from '@inkproof/service-kit/app-error'
import { isLongEnough } from '../accounts/password.ts'
import { isCommon } from './common-passwords.ts'

/** The person who chooses the password. */
export type PasswordOwner = {
  email?: string | null | undefined
  firstName?: string | null | undefined
  lastName?: string | null | undefined
}

const PRODUCT_NAME = 'inkproof'

/** Minimum length of a name that a password may not contain; shorter names occur in too many words. */
const MIN_NAME_LENGTH = 4

/** Substitutes for letters. A 1 can mean i or l, so all three are mapped to i. */
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
}

/**
 * Rejects passwords that an attacker would try first. The same rules apply to registering, resetting and changing.
 *
 * @throws AppError PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON or PASSWORD_HAS_NAME
 */
export function checkNewPassword(password: string, owner: PasswordOwner): void {
  if (!isLongEnough(password)) throw new AppError('PASSWORD_TOO_SHORT')
  if (isCommon(password)) throw new AppError('PASSWORD_TOO_COMMON')
  const letters = normalize(password)
  const hasName = forbiddenNames(owner).some((name) => letters.includes(normalize(name)))
  if (hasName) throw new AppError('PASSWORD_HAS_NAME')
}

function forbiddenNames({ email, firstName, lastName }: PasswordOwner): string[] {
  const names = [firstName, lastName, email?.split('@')[0]].map((name) => name?.trim() ?? '')
  return [PRODUCT_NAME, ...names.filter((name) => [...name].length >= MIN_NAME_LENGTH)]
}

/** Converts to lower case, removes accents, and replaces digits and symbols with the letters they stand for. */
function normalize(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return [...plain].map((character) => LEET[character] ?? character).join('')
}
