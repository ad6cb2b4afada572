/**
 * Statements signed by a passkey: a WebAuthn assertion whose challenge is the statement's digest (Web Authentication
 * Level 2, section 7.2). The signature covers `authenticatorData ‖ SHA-256(clientDataJSON)`.
 */
import { concat, equal, fromUtf8, toBase64Url, utf8 } from '@inkproof/proof/bytes'
import { verifyEd25519 } from '@inkproof/proof/ed25519'
import { must } from '@inkproof/proof/proof-error'
import { type Sha256, sha256 } from '@inkproof/proof/sha256'
import type { Envelope } from './envelope.ts'
import { signatureFromDer, verifyP256 } from './p256.ts'
import { type PublicKey, type RsaKey, toJwk } from './public-key.ts'

/** What the authenticator returned. A signature on P-256 is r ‖ s with low s, as {@link assertionSignature} returns it. */
export type Assertion = {
  authenticatorData: Uint8Array
  clientDataJSON: Uint8Array
  signature: Uint8Array
}

/** What an assertion must be for: the site of the envelope, and the digest of the statement. */
export type ExpectedAssertion = { site: Envelope['site']; challenge: Uint8Array }

/** Largest parts of an assertion that are read, in bytes. */
export const MAX_AUTHENTICATOR_DATA = 2048
export const MAX_CLIENT_DATA = 4096

/**
 * Returns an authenticator's signature in the form in which it is stored.
 *
 * @throws ProofError BAD_SIGNATURE_ENCODING if a signature on P-256 is not DER
 */
export function assertionSignature(key: PublicKey, signature: Uint8Array): Uint8Array {
  return key.type === 'P-256' ? signatureFromDer(signature) : signature
}

/**
 * Verifies an assertion.
 *
 * @throws ProofError BAD_AUTHENTICATOR_DATA, OTHER_RELYING_PARTY, USER_NOT_PRESENT, USER_NOT_VERIFIED, BAD_CLIENT_DATA,
 * NOT_AN_ASSERTION, OTHER_CHALLENGE, OTHER_SITE, CROSS_ORIGIN, BAD_SIGNATURE
 */
export async function verifyAssertion(
  assertion: Assertion,
  key: PublicKey,
  expected: ExpectedAssertion,
  hash: Sha256 = sha256,
): Promise<void> {
  checkAuthenticatorData(assertion.authenticatorData, expected.site.rpId, hash)
  checkClientData(assertion.clientDataJSON, expected)
  const message = concat(assertion.authenticatorData, hash(assertion.clientDataJSON))
  const isValid = await verifySignature(key, message, assertion.signature)
  must(isValid, 'BAD_SIGNATURE', 'The signature is not valid for this key.')
}

/** Section 6.1: rpIdHash[32] ‖ flags ‖ signCount[4] ‖ credential data and extensions, if the flags say so. */
function checkAuthenticatorData(data: Uint8Array, rpId: string, hash: Sha256): void {
  const flags = data[32] ?? 0
  const hasMore = (flags & (ATTESTED_DATA | EXTENSIONS)) !== 0
  const isValid = hasMore ? data.length > 37 : data.length === 37
  must(isValid, 'BAD_AUTHENTICATOR_DATA', 'The authenticator data has the wrong length.')
  const isSame = equal(data.subarray(0, 32), hash(utf8(rpId)))
  must(isSame, 'OTHER_RELYING_PARTY', 'The passkey signed for another site.')
  must(flags & PRESENT, 'USER_NOT_PRESENT', 'The passkey was used without a person’s action.')
  const isVerified = (flags & VERIFIED) !== 0
  must(isVerified, 'USER_NOT_VERIFIED', 'The passkey did not verify its user.')
}

/** Section 5.8.1. Unknown members are allowed, because browsers add them. */
function checkClientData(json: Uint8Array, { challenge, site }: ExpectedAssertion): void {
  const data = parseClientData(json)
  must(data['type'] === 'webauthn.get', 'NOT_AN_ASSERTION', 'The passkey did not sign a statement.')
  const isSame = data['challenge'] === toBase64Url(challenge)
  must(isSame, 'OTHER_CHALLENGE', 'The passkey signed something other than this statement.')
  must(data['origin'] === site.origin, 'OTHER_SITE', 'The passkey was used on another site.')
  const isEmbedded = data['crossOrigin'] !== undefined && data['crossOrigin'] !== false
  must(!isEmbedded, 'CROSS_ORIGIN', 'The passkey was used inside a page of another site.')
}

function parseClientData(bytes: Uint8Array): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(fromUtf8(bytes))
    if (typeof data === 'object' && data !== null) return data as Record<string, unknown>
  } catch {
    // The same error as for other JSON.
  }
  must(false, 'BAD_CLIENT_DATA', 'The client data of the passkey is not JSON.')
}

const PRESENT = 1
const VERIFIED = 4
const ATTESTED_DATA = 64
const EXTENSIONS = 128

async function verifySignature(
  key: PublicKey,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  switch (key.type) {
    case 'P-256':
      return verifyP256(key, message, signature)
    case 'Ed25519':
      return verifyEd25519(key.key, message, signature)
    case 'RSA':
      return verifyRsa(key, message, signature)
    default:
      return false
  }
}

const RS256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

async function verifyRsa(
  key: RsaKey,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  try {
    const imported = await crypto.subtle.importKey('jwk', toJwk(key), RS256, false, ['verify'])
    const [bytes, data] = [new Uint8Array(signature), new Uint8Array(message)]
    return await crypto.subtle.verify(RS256, imported, bytes, data)
  } catch {
    // The key is not one that the platform accepts.
    return false
  }
}
