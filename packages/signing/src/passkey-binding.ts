/**
 * How a passkey shows that its owner wants to sign a request with it, before its key is bound to a recipient: a WebAuthn
 * assertion whose challenge is
 *
 *     SHA-256("inkproof/passkey-binding/v1\0" ‖ { version: 1, envelope: bytes[32], recipient: text })
 *
 * in deterministic CBOR: the digest of the envelope, and the recipient's ID. An assertion is valid for this recipient of this
 * request only, and it is no statement, whose digest begins with other bytes.
 */
import { concat, utf8 } from '@inkproof/proof/bytes'
import { encodeCbor } from '@inkproof/proof/cbor'
import { type Sha256, sha256 } from '@inkproof/proof/sha256'
import type { Envelope } from './envelope.ts'
import type { PublicKey } from './public-key.ts'
import { type Assertion, assertionSignature, verifyAssertion } from './webauthn.ts'

/** What the passkey signs about. */
export type PasskeyBinding = {
  site: Envelope['site']
  /** Digest of the envelope, 32 bytes. */
  digest: Uint8Array
  /** ID of the recipient who wants to sign with the passkey. */
  recipient: string
}

/** Computes the 32 bytes of the challenge. */
export function passkeyBindingDigest(
  { digest, recipient }: Pick<PasskeyBinding, 'digest' | 'recipient'>,
  hash: Sha256 = sha256,
): Uint8Array {
  return hash(concat(CONTEXT, encodeCbor({ version: 1n, envelope: digest, recipient })))
}

/**
 * Verifies that a passkey signed the challenge, on this site, after it verified its user.
 *
 * @param assertion as the authenticator returned it: a signature on P-256 is DER
 * @throws ProofError BAD_SIGNATURE_ENCODING, or as {@link verifyAssertion}
 */
export async function verifyPasskeyBinding(
  binding: PasskeyBinding,
  key: PublicKey,
  assertion: Assertion,
): Promise<void> {
  const signature = assertionSignature(key, assertion.signature)
  const expected = { site: binding.site, challenge: passkeyBindingDigest(binding) }
  await verifyAssertion({ ...assertion, signature }, key, expected)
}

const CONTEXT = utf8('inkproof/passkey-binding/v1\0')
