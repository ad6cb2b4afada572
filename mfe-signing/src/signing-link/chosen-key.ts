/** The key that a person has chosen to sign with. */
import { equal } from '@inkproof/proof/bytes'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import type { KeyChoice, KeyKind } from '../key-choice/use-key-choice.ts'
import { isThumbprintOf } from '../signing/is-bound-key.ts'
import { isPasskey, isWalletKey, type StoredKey } from '../signing/signing-db.ts'
import { isBound } from './identity.ts'

/** Returns the kind of the stored key; `browser` if none is stored. */
export function kindOfStored(key: StoredKey | null): KeyKind {
  if (key === null) return 'browser'
  if (isPasskey(key)) return 'passkey'
  return isWalletKey(key) ? 'wallet' : 'browser'
}

/** Returns whether the chosen key is bound to the person, and whether this browser has stored it. */
export function describeChosenKey(
  request: LinkedRequest,
  stored: StoredKey | null,
  { kind, wallet }: Pick<KeyChoice, 'kind' | 'wallet'>,
): { isBound: boolean; isStored: boolean } {
  const { key: bound } = request.basis
  const isSameKind = stored !== null && kindOfStored(stored) === kind
  switch (kind) {
    case 'passkey':
      // A bound passkey can sign in any browser.
      return { isBound: bound?.passkey !== undefined, isStored: isSameKind }
    case 'wallet':
      return {
        isBound: bound !== null && wallet !== null && isThumbprintOf(bound.thumbprint, wallet.key),
        isStored:
          stored !== null &&
          isWalletKey(stored) &&
          wallet !== null &&
          equal(stored.publicKey.address, wallet.key.address),
      }
    default:
      return { isBound: isSameKind && isBound(request, stored), isStored: isSameKind }
  }
}
