/**
 * Ed25519 (RFC 8032), strict: no small-order keys, no encodings that stand for a second one.
 *
 * Curve arithmetic is noble's. The verification equation is written here on its points, because the
 * package's own function brings signing along, and the standalone verifier has to stay small.
 */
import { getPublicKey, hashes, Point, sign } from '@noble/ed25519'
import { concat, uintBe } from './bytes.ts'
import { sha512Of } from './sha2.ts'

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

/** Whether the signature is this key's over this message (RFC 8032 §5.1.7, with the cofactor). */
export function isEd25519(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (key.length !== 32 || signature.length !== 64) return false
  const s = uintLe(signature.subarray(32))
  // Of s and s + L only the first counts, or a signature could be changed into another.
  if (s >= ORDER) return false
  const r = signature.subarray(0, 32)
  const a = pointOf(key)
  const commitment = pointOf(r)
  // With a key of small order one signature would fit many texts.
  if (!a || !commitment || a.isSmallOrder()) return false
  const k = uintLe(sha512Of(concat(r, key, message))) % ORDER
  const right = commitment.add(a.multiplyUnsafe(k))
  return Point.BASE.multiplyUnsafe(s).subtract(right).clearCofactor().is0()
}

const ORDER = Point.CURVE().n

/** The point of an encoding; undefined when it is none, or not the one encoding (§5.1.3). */
function pointOf(bytes: Uint8Array): Point | undefined {
  try {
    return Point.fromBytes(bytes)
  } catch {
    return undefined
  }
}

function uintLe(bytes: Uint8Array): bigint {
  return uintBe(bytes.toReversed())
}
