/** Chooses the key with which a person signs. */
import { equal } from '@inkproof/proof/bytes'
import type { SigningBasis } from '@inkproof/protocol/envelopes'
import { createSigningKey } from '@inkproof/signing/p256'
import { askForBinding, type SigningWallet } from '../wallet/ask-wallet.ts'
import { isBoundKey } from '../wallet/is-bound-key.ts'
import { isWalletKey, replaceKey, type StoredKey, writeKeyOnce } from './signing-db.ts'

type Owner = Pick<StoredKey, 'envelope' | 'recipient' | 'accountId'>

/** With what the person signs. `wallet`: null for a key of this browser. `name`: the person's name. */
type SignWith = { basis: SigningBasis; wallet: SigningWallet | null; name: string }

/**
 * Returns the stored key if it is the one that is meant; otherwise makes one that cannot be exported, or asks the wallet to
 * sign that it is for this person, unless it is bound already, and stores it instead.
 *
 * @throws WalletCancelled; Error with a sentence for the user
 */
export async function prepareKey(
  owner: Owner,
  stored: StoredKey | null,
  { basis, name, wallet }: SignWith,
): Promise<StoredKey> {
  if (wallet === null) {
    if (stored !== null && !isWalletKey(stored)) return stored
    const key = { ...(await createSigningKey()), ...owner, statement: null }
    if (stored === null) return writeKeyOnce(key)
    await replaceKey(key)
    return key
  }
  const { key: publicKey } = wallet
  const isBound = isBoundKey(basis, publicKey)
  const isStored =
    stored !== null && isWalletKey(stored) && equal(stored.publicKey.address, publicKey.address)
  if (isStored && (isBound || stored.walletSignature !== null)) return stored
  const walletSignature = isBound
    ? null
    : await askForBinding(wallet, basis, { id: owner.recipient, name })
  const key = { publicKey, walletSignature, ...owner, statement: null }
  await replaceKey(key)
  return key
}
