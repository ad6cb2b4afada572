/** Passkeys with which people sign documents: their public keys, and what shows that they are for a recipient. */
import * as z from 'zod/mini'

const bytes = (maxLength: number) => z.base64url().check(z.minLength(1), z.maxLength(maxLength))

/** Base64url of at most 1023 bytes (WebAuthn 3, §4, Credential ID). */
export const CredentialId = bytes(1364)

/** The public key of a passkey as JSON Web Key, with the required members only (RFC 7518, 8037). */
export const PasskeyJwk = z.discriminatedUnion('kty', [
  z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: bytes(43), y: bytes(43) }),
  z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: bytes(43) }),
  /** 2048 to 4096 bits, with an odd exponent above 2^16. */
  z.strictObject({ kty: z.literal('RSA'), n: bytes(683), e: bytes(6) }),
])
export type PasskeyJwk = z.infer<typeof PasskeyJwk>

/** A passkey that is bound to a recipient. */
export const SigningPasskey = z.strictObject({ id: CredentialId, publicKey: PasskeyJwk })
export type SigningPasskey = z.infer<typeof SigningPasskey>

/**
 * What an authenticator returned for the challenge of packages/signing (passkey-binding). The lengths are those that
 * packages/signing reads (webauthn).
 */
export const PasskeyProof = z.strictObject({
  id: CredentialId,
  authenticatorData: bytes(2731),
  clientDataJSON: bytes(5462),
  signature: bytes(683),
})
export type PasskeyProof = z.infer<typeof PasskeyProof>
