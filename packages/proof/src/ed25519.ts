/** Ed25519 (RFC 8032) by noble, strict: no small-order keys, no encodings that stand for a second one. */
import { getPublicKey, hashes, sign, verify } from '@noble/ed25519'
import { sha512Of } from './sha512.ts'

/** Whether a signature (64 bytes) is this key's (32 bytes) over this message. */
export type Ed25519 = (key: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean

/** The 32-byte public key of a 32-byte seed. */
export function publicKeyOf(seed: Uint8Array): Uint8Array {
  hashes.sha512 = sha512Of
  return getPublicKey(seed)
}

/** The 64-byte signature of a message. */
export function signEd25519(seed: Uint8Array, message: Uint8Array): Uint8Array {
  hashes.sha512 = sha512Of
  return sign(message, seed)
}

/** The portable {@link Ed25519}: RFC 8032 §5.1.7, with the cofactor. */
export const isEd25519: Ed25519 = (key, message, signature) => {
  if (key.length !== 32 || signature.length !== 64) return false
  hashes.sha512 = sha512Of
  // ZIP 215, the default, takes keys and points in more than one encoding, and keys of small order.
  return verify(signature, message, key, { zip215: false })
}
