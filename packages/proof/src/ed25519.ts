/**
 * Ed25519 (RFC 8032), implemented by noble in strict mode: it rejects keys of small order and non-canonical
 * encodings.
 */
import { getPublicKey, hashes, sign, verify } from '@noble/ed25519'
import { sha512 } from './sha512.ts'

/**
 * Verifies a signature (64 bytes) over a message with a public key (32 bytes). Returns false for
 * malformed input.
 */
export type Ed25519 = (key: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean

/** Derives the 32-byte public key from a 32-byte seed. */
export function derivePublicKey(seed: Uint8Array): Uint8Array {
  hashes.sha512 = sha512
  return getPublicKey(seed)
}

/** Signs a message; returns 64 bytes. */
export function signEd25519(seed: Uint8Array, message: Uint8Array): Uint8Array {
  hashes.sha512 = sha512
  return sign(message, seed)
}

/** The portable {@link Ed25519} verifier: RFC 8032 §5.1.7, with the cofactor. */
export const verifyEd25519: Ed25519 = (key, message, signature) => {
  if (key.length !== 32 || signature.length !== 64) return false
  hashes.sha512 = sha512
  // ZIP 215, noble's default, accepts non-canonical encodings and keys of small order.
  return verify(signature, message, key, { zip215: false })
}
