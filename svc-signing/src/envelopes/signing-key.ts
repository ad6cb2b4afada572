/** Reads the key that a recipient wants to sign with: one that their browser made, or that of their wallet. */
import { createPublicKey } from 'node:crypto'
import { from0x, fromBase64Url, fromHex, toHex } from '@inkproof/proof/bytes'
import { ProofError } from '@inkproof/proof/proof-error'
import type { BindKeyRequest } from '@inkproof/protocol/envelopes'
import { AppError } from '@inkproof/service-kit/app-error'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { keyThumbprint, type P256Key, toJwk, type WalletKey } from '@inkproof/signing/public-key'
import { verifyWalletBinding } from '@inkproof/signing/wallet-binding'
import type { RecipientRow, RequestRow } from './envelopes.model.ts'

/** `thumbprint`: hex. `wallet`: lower case with 0x; absent for a key of a browser. */
export type SigningKey = { thumbprint: string; wallet?: string }

/**
 * Returns the key of a call. A wallet must have signed that it is for this recipient of this request, so that nobody binds an
 * address that they do not control, and a signature for another recipient or request is worth nothing.
 *
 * @throws AppError INVALID_INPUT; WALLET_NOT_PROVED, also for a wallet that is a contract
 */
export function readSigningKey(
  { publicKey, walletSignature }: BindKeyRequest,
  request: Pick<RequestRow, 'digest' | 'envelope'>,
  recipient: Pick<RecipientRow, 'id' | 'name'>,
): SigningKey {
  const isWallet = publicKey.startsWith('0x')
  if (isWallet !== (walletSignature !== undefined))
    throw invalid('walletSignature', 'expected with the address of a wallet, and only then')
  if (walletSignature === undefined)
    return { thumbprint: toHex(keyThumbprint(readPoint(publicKey))) }
  const key: WalletKey = { type: 'wallet', address: from0x(publicKey) }
  const envelope = decodeEnvelope(fromBase64Url(request.envelope))
  const binding = { envelope, digest: fromHex(request.digest), recipient }
  try {
    verifyWalletBinding(binding, key, from0x(walletSignature))
  } catch (error) {
    if (error instanceof ProofError) throw new AppError('WALLET_NOT_PROVED', {}, { cause: error })
    throw error
  }
  return { thumbprint: toHex(keyThumbprint(key)), wallet: publicKey }
}

/** Reads an uncompressed point (SEC 1, section 2.3.3). @throws AppError INVALID_INPUT */
function readPoint(text: string): P256Key {
  try {
    const bytes = fromBase64Url(text)
    const key: P256Key = { type: 'P-256', point: bytes.slice(1) }
    createPublicKey({ key: toJwk(key), format: 'jwk' })
    if (bytes.length === 65 && bytes[0] === 4) return key
  } catch {
    // The same error for everything that is not a point on the curve.
  }
  throw invalid('publicKey', 'expected an uncompressed point on P-256')
}

function invalid(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', { issues: [{ path, message }] })
}
