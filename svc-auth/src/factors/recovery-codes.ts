/** Recovery codes: what opens the account when the authenticator app is lost. */
import { createHmac, randomInt } from 'node:crypto'
import { RECOVERY_CODE_COUNT } from '@inkproof/protocol/factors'

/** Crockford's base32: no letter is taken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 12 characters are 60 bits: nobody guesses one in the attempts they are given. */
const GROUPS = 3
const GROUP_CHARACTERS = 4

/** Ten codes such as `7K3M-0QXR-94TD`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    Array.from({ length: GROUPS }, newGroup).join('-'),
  )
}

function newGroup(): string {
  return Array.from({ length: GROUP_CHARACTERS }, () => ALPHABET[randomInt(32)]).join('')
}

/**
 * What is kept of a code: a keyed hash, so that a copy of the database alone gives nothing to try against,
 * and of this account only. Case, dashes and spaces do not matter, nor O for 0 and I or L for 1.
 */
export function recoveryHash(key: Buffer, accountId: string, typed: string): string {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return createHmac('sha256', key).update(`${accountId}\n${code}`).digest('base64url')
}

/** How many are left, for the mail. */
export function codesLeft({ recoveryCodes }: { recoveryCodes: readonly string[] }) {
  return { left: String(recoveryCodes.length) }
}
