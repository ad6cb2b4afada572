/** How a stand-in for svc-signing reads the keys that people bind. */
import { from0x, fromBase64Url, toHex } from '@inkproof/proof/bytes'
import type { Participant, SigningBasis } from '@inkproof/protocol/envelopes'
import type { ErrorCode } from '@inkproof/protocol/errors'
import type { SigningPasskey } from '@inkproof/protocol/passkey-keys'
import type { BindKeyRequest } from '@inkproof/protocol/sign-request'
import { envelopeDigest } from '@inkproof/signing/envelope'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { verifyPasskeyBinding } from '@inkproof/signing/passkey-binding'
import { keyThumbprint, type PublicKey, publicKeyFromJwk } from '@inkproof/signing/public-key'
import { verifyWalletBinding } from '@inkproof/signing/wallet-binding'

export type StubKey = { thumbprint: string; wallet?: string; passkey?: SigningPasskey }

/**
 * Returns the key of a call, or why it is refused.
 *
 * @param passkeys those that are registered with an account
 */
export async function readStubKey(
  { passkey, publicKey = '', walletSignature = '0x' }: BindKeyRequest,
  basis: SigningBasis,
  recipient: Pick<Participant, 'id' | 'name'>,
  passkeys: readonly SigningPasskey[] = [],
): Promise<StubKey | ErrorCode> {
  const bytes = fromBase64Url(basis.envelope)
  const [envelope, digest] = [decodeEnvelope(bytes), envelopeDigest(bytes)]
  if (passkey) {
    const known = passkeys.find(({ id }) => id === passkey.id)
    if (!known) return 'SIGNING_PASSKEY_UNKNOWN'
    const key = publicKeyFromJwk(known.publicKey)
    const assertion = {
      authenticatorData: fromBase64Url(passkey.authenticatorData),
      clientDataJSON: fromBase64Url(passkey.clientDataJSON),
      signature: fromBase64Url(passkey.signature),
    }
    const binding = { site: envelope.site, digest, recipient: recipient.id }
    const isProved = await isAccepted(() => verifyPasskeyBinding(binding, key, assertion))
    return isProved ? { thumbprint: thumbprintOf(key), passkey: known } : 'PASSKEY_NOT_PROVED'
  }
  if (!publicKey.startsWith('0x'))
    return { thumbprint: thumbprintOf({ type: 'P-256', point: fromBase64Url(publicKey).slice(1) }) }
  const key = { type: 'wallet' as const, address: from0x(publicKey) }
  const binding = { envelope, digest, recipient }
  const isProved = await isAccepted(() =>
    verifyWalletBinding(binding, key, from0x(walletSignature)),
  )
  return isProved ? { thumbprint: thumbprintOf(key), wallet: publicKey } : 'WALLET_NOT_PROVED'
}

const thumbprintOf = (key: PublicKey) => toHex(keyThumbprint(key))

async function isAccepted(verify: () => void | Promise<void>): Promise<boolean> {
  try {
    await verify()
    return true
  } catch {
    return false
  }
}
