import { toHex } from '@inkproof/proof/bytes'
import type { SigningBasis } from '@inkproof/protocol/envelopes'
import { keyThumbprint, type PublicKey } from '@inkproof/signing/public-key'

/** Whether this key is the one that is bound to the person. */
export function isBoundKey({ key: bound }: SigningBasis, key: PublicKey | null): boolean {
  return key !== null && bound?.thumbprint === toHex(keyThumbprint(key))
}
