import { dictionary } from '@zxcvbn-ts/language-common'

/** About 49,000 passwords from leaks, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Whether a password is common, ignoring case and surrounding spaces. */
export function isCommon(password: string): boolean {
  return COMMON.has(password.normalize('NFKC').toLowerCase().trim())
}
