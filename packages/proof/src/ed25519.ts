/** Ed25519 (RFC 8032), strict: no small-order keys, no encodings that stand for a second one. */
import { getPublicKey, hashes, sign, verify } from '@noble/ed25519'
import { sha512Of } from './sha2.ts'

hashes.sha512 = sha512Of

/** The 32-byte public key of a 32-byte seed. */
export function publicKeyOf(seed: Uint8Array): Uint8Array {
  return getPublicKey(seed)
}

/** The 64-byte signature of a message. */
export function signEd25519(seed: Uint8Array, message: Uint8Array): Uint8Array {
  return sign(message, seed)
}

/** Whether the signature is this key's over this message. */
export function isEd25519(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verify(signature, message, key, { zip215: false })
  } catch {
    // The library throws for points that are not on the curve: not a signature either.
    return false
  }
}
