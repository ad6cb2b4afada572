import { dictionary } from '@zxcvbn-ts/language-common'

/** What guessers try first: some 49,000 passwords from leaks, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Whether a password is among the common ones, whatever its capitals and the blanks around it. */
export function isCommon(password: string): boolean {
  return COMMON.has(password.normalize('NFKC').toLowerCase().trim())
}
