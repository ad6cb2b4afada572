import { toHex } from '@inkproof/proof/bytes'
import type { SigningBasis } from '@inkproof/protocol/envelopes'
import { keyThumbprint, type PublicKey } from '@inkproof/signing/public-key'
import { isPasskey, type StoredKey } from './signing-db.ts'

/** Whether this key is the one that is bound to the person. */
export function isBoundKey({ key: bound }: SigningBasis, key: StoredKey | null): boolean {
  if (bound === null || key === null) return false
  if (isPasskey(key)) return bound.passkey?.id === key.passkey.id
  return isThumbprintOf(bound.thumbprint, key.publicKey)
}

/** @param thumbprint hex */
export function isThumbprintOf(thumbprint: string, key: PublicKey): boolean {
  return thumbprint === toHex(keyThumbprint(key))
}

/** Whether a bound key can only sign in the browser that made it. */
export function isKeyOfBrowser({ passkey, wallet }: NonNullable<SigningBasis['key']>): boolean {
  return wallet === undefined && passkey === undefined
}
