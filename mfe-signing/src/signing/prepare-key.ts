/** Chooses the key with which a person signs. */
import { equal } from '@inkproof/proof/bytes'
import type { SigningBasis } from '@inkproof/protocol/envelopes'
import { createSigningKey } from '@inkproof/signing/p256'
import type { Signer } from '../key-choice/use-key-choice.ts'
import { askForBinding as askPasskey } from '../passkey/ask-passkey.ts'
import { askForBinding as askWallet, type SigningWallet } from '../wallet/ask-wallet.ts'
import { hasCode } from './failure.ts'
import { isThumbprintOf } from './is-bound-key.ts'
import {
  isBrowserKey,
  isPasskey,
  isWalletKey,
  removeKey,
  replaceKey,
  type StoredKey,
  writeKeyOnce,
} from './signing-db.ts'

type Owner = Pick<StoredKey, 'envelope' | 'recipient' | 'accountId'>

/** With what the person signs. `name`: the person's name. */
type SignWith = { basis: SigningBasis; signer: Signer; name: string }

/**
 * Returns the stored key if it is the chosen one; otherwise makes one that cannot be exported, or asks the wallet or the
 * passkey to sign that it is for this person, unless it is bound already, and stores it instead.
 *
 * @throws WalletCancelled; Error with a sentence for the user
 */
export async function prepareKey(
  owner: Owner,
  stored: StoredKey | null,
  { basis, name, signer }: SignWith,
): Promise<StoredKey> {
  switch (signer.type) {
    case 'wallet':
      return prepareWallet(owner, stored, { basis, name, wallet: signer.wallet })
    case 'passkey':
      return preparePasskey(owner, stored, { basis, id: signer.id })
    default: {
      if (stored !== null && isBrowserKey(stored)) return stored
      const key = { ...(await createSigningKey()), ...owner, statement: null }
      return stored === null ? writeKeyOnce(key) : replaceKey(key)
    }
  }
}

type WithWallet = { basis: SigningBasis; wallet: SigningWallet; name: string }

async function prepareWallet(
  owner: Owner,
  stored: StoredKey | null,
  { basis, name, wallet }: WithWallet,
): Promise<StoredKey> {
  const { key: publicKey } = wallet
  const isBound = basis.key !== null && isThumbprintOf(basis.key.thumbprint, publicKey)
  const isStored =
    stored !== null && isWalletKey(stored) && equal(stored.publicKey.address, publicKey.address)
  if (isStored && (isBound || stored.walletSignature !== null)) return stored
  const walletSignature = isBound
    ? null
    : await askWallet(wallet, basis, { id: owner.recipient, name })
  return replaceKey({ publicKey, walletSignature, ...owner, statement: null })
}

async function preparePasskey(
  owner: Owner,
  stored: StoredKey | null,
  { basis, id }: { basis: SigningBasis; id: string | null },
): Promise<StoredKey> {
  const bound = basis.key?.passkey
  const meant = bound?.id ?? id
  const isStored =
    stored !== null && isPasskey(stored) && (meant === null || stored.passkey.id === meant)
  if (isStored && (bound !== undefined || stored.passkey.proof !== null)) return stored
  if (bound !== undefined)
    return replaceKey({ passkey: { id: bound.id, proof: null }, ...owner, statement: null })
  const proof = await askPasskey(basis, owner.recipient, id)
  return replaceKey({ passkey: { id: proof.id, proof }, ...owner, statement: null })
}

/**
 * Makes a call with a key. A passkey that is refused is forgotten, so that the person can choose another one.
 *
 * @throws as the call
 */
export async function callWith<Result>(
  key: StoredKey,
  call: (key: StoredKey) => Promise<Result>,
): Promise<Result> {
  try {
    return await call(key)
  } catch (error) {
    const isRefused = hasCode(
      error,
      'PASSKEY_NOT_PROVED',
      'SIGNING_PASSKEY_UNKNOWN',
      'SIGNING_PASSKEY_UNSUITABLE',
    )
    if (isRefused && isPasskey(key)) await removeKey(key)
    throw error
  }
}
