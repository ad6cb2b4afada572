/** Recovery codes for signing in without the authenticator app. */
import { createHmac, randomInt } from 'node:crypto'
import { RECOVERY_CODE_COUNT } from '@inkproof/protocol/factors'

/** Crockford's base32, which omits letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 12 characters are 60 bits, infeasible to guess under the rate limits. */
const GROUPS = 3
const GROUP_CHARACTERS = 4

/** Creates ten codes such as `7K3M-0QXR-94TD`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    Array.from({ length: GROUPS }, newGroup).join('-'),
  )
}

function newGroup(): string {
  return Array.from({ length: GROUP_CHARACTERS }, () => ALPHABET[randomInt(32)]).join('')
}

/**
 * Returns the stored form of a recovery code: a keyed hash bound to the account, so that a leaked database alone
 * cannot be used to guess codes. Case, dashes and spaces are ignored; O counts as 0, and I and L as 1.
 */
export function hashRecoveryCode(key: Buffer, accountId: string, typed: string): string {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return createHmac('sha256', key).update(`${accountId}\n${code}`).digest('base64url')
}

/** Returns the values for the e-mail template: the number of unused codes. */
export function codesLeftValues({ recoveryCodes }: { recoveryCodes: readonly string[] }) {
  return { left: String(recoveryCodes.length) }
}
