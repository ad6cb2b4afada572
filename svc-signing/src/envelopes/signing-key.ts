/** Reads the key that a recipient wants to sign with: one that their browser made, that of their wallet, or a passkey. */
import { createPublicKey } from 'node:crypto'
import { from0x, fromBase64Url, fromHex, toHex } from '@inkproof/proof/bytes'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { ProofError } from '@inkproof/proof/proof-error'
import type { ErrorCode } from '@inkproof/protocol/errors'
import type { PasskeyJwk, PasskeyProof, SigningPasskey } from '@inkproof/protocol/passkey-keys'
import type { BindKeyRequest } from '@inkproof/protocol/sign-request'
import { AppError } from '@inkproof/service-kit/app-error'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { verifyPasskeyBinding } from '@inkproof/signing/passkey-binding'
import {
  keyThumbprint,
  type P256Key,
  publicKeyFromJwk,
  toJwk,
  type WalletKey,
} from '@inkproof/signing/public-key'
import { verifyWalletBinding } from '@inkproof/signing/wallet-binding'
import type { AccountKeys } from './dependencies.ts'
import type { RecipientRow, RequestRow } from './envelopes.model.ts'

/** `thumbprint`: hex. `wallet`: lower case with 0x. A key of a browser has neither `wallet` nor `passkey`. */
export type SigningKey = { thumbprint: string; wallet?: string; passkey?: SigningPasskey }

export type SigningKeyDeps = Pick<AccountKeys, 'findPasskey'>

type Request = Pick<RequestRow, 'digest' | 'envelope'>
type Recipient = Pick<RecipientRow, 'id' | 'name' | 'accountId' | 'key' | 'otherKey'>

/**
 * Returns the key of a call. A wallet or a passkey must have signed that it is for this recipient of this request, so that nobody
 * binds a key that they do not control, and a signature for another recipient or request is worth nothing.
 *
 * @throws AppError INVALID_INPUT; WALLET_NOT_PROVED, also for a wallet that is a contract; PASSKEY_NOT_PROVED,
 * SIGNING_PASSKEY_UNKNOWN, SIGNING_PASSKEY_UNSUITABLE; UNAVAILABLE while svc-auth is unreachable
 */
export async function readSigningKey(
  deps: SigningKeyDeps,
  { passkey, publicKey, walletSignature }: BindKeyRequest,
  request: Request,
  recipient: Recipient,
): Promise<SigningKey> {
  if ((publicKey === undefined) !== (passkey !== undefined))
    throw invalid('publicKey', 'expected either this or a passkey')
  const isWallet = publicKey?.startsWith('0x') ?? false
  if (isWallet !== (walletSignature !== undefined))
    throw invalid('walletSignature', 'expected with the address of a wallet, and only then')
  if (passkey !== undefined) return readPasskey(deps, passkey, request, recipient)
  if (walletSignature !== undefined)
    return readWallet(publicKey ?? '', walletSignature, request, recipient)
  return readBrowserKey(publicKey ?? '', recipient)
}

/**
 * A call with the key of a browser needs no signature by that key, because nobody else knows it. The key of a bound passkey is known to
 * everybody who has the link, so it is refused here.
 */
function readBrowserKey(point: string, { key, otherKey }: Recipient): SigningKey {
  const thumbprint = toHex(keyThumbprint(readPoint(point)))
  const bound = [key, otherKey].find((item) => item?.thumbprint === thumbprint)
  if (bound?.passkey) throw new AppError('PASSKEY_NOT_PROVED')
  return { thumbprint }
}

/** Returns the thumbprint of a passkey, hex. @throws ProofError BAD_KEY, or as the readers */
export function passkeyThumbprint(publicKey: PasskeyJwk): string {
  return toHex(keyThumbprint(publicKeyFromJwk(publicKey), nodeSha256))
}

async function readWallet(
  address: string,
  signature: string,
  { digest, envelope }: Request,
  recipient: Recipient,
): Promise<SigningKey> {
  const key: WalletKey = { type: 'wallet', address: from0x(address) }
  const shown = decodeEnvelope(fromBase64Url(envelope))
  const binding = { envelope: shown, digest: fromHex(digest), recipient }
  await requireProof('WALLET_NOT_PROVED', () =>
    verifyWalletBinding(binding, key, from0x(signature)),
  )
  return { thumbprint: toHex(keyThumbprint(key)), wallet: address }
}

async function readPasskey(
  deps: SigningKeyDeps,
  { id, ...sent }: PasskeyProof,
  { digest, envelope }: Request,
  recipient: Recipient,
): Promise<SigningKey> {
  const publicKey = await findPublicKey(deps, id, recipient)
  const { site } = decodeEnvelope(fromBase64Url(envelope))
  const binding = { site, digest: fromHex(digest), recipient: recipient.id }
  await requireProof('PASSKEY_NOT_PROVED', () => {
    const assertion = {
      authenticatorData: fromBase64Url(sent.authenticatorData),
      clientDataJSON: fromBase64Url(sent.clientDataJSON),
      signature: fromBase64Url(sent.signature),
    }
    return verifyPasskeyBinding(binding, publicKeyFromJwk(publicKey), assertion)
  })
  return { thumbprint: passkeyThumbprint(publicKey), passkey: { id, publicKey } }
}

/**
 * Returns the public key of a passkey: as it was bound, also after it was removed from its account, or as svc-auth knows it. The
 * sender, who is signed in, uses one of their own account.
 */
async function findPublicKey(
  { findPasskey }: SigningKeyDeps,
  id: string,
  { accountId, key, otherKey }: Recipient,
): Promise<PasskeyJwk> {
  const bound = [key, otherKey].find((item) => item?.passkey?.id === id)?.passkey
  if (bound) return bound.publicKey
  const found = await findPasskey(id, accountId)
  if (found === null) throw new AppError('SIGNING_PASSKEY_UNKNOWN')
  if (found.publicKey === null) throw new AppError('SIGNING_PASSKEY_UNSUITABLE')
  return found.publicKey
}

async function requireProof(code: ErrorCode, verify: () => void | Promise<void>): Promise<void> {
  try {
    await verify()
  } catch (error) {
    if (error instanceof ProofError) throw new AppError(code, {}, { cause: error })
    throw error
  }
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
