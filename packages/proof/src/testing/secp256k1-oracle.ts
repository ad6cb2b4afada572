/** Signatures with chosen values, and the keys that noble recovers from them. */
import { createHash } from 'node:crypto'
import { etc, recoverPublicKey as nobleRecover, Point } from '@noble/secp256k1'
import { concat, fromHex, uintBe } from '../bytes.ts'

/** The order of the group. */
export const ORDER = Point.CURVE().n

/** The largest s that is accepted. */
export const MAX_S = (ORDER - 1n) / 2n

/** Encodes a number below 2^256 as 32 bytes. */
export function word(value: bigint): Uint8Array {
  return fromHex(value.toString(16).padStart(64, '0'))
}

/** Encodes a signature as r ‖ s ‖ v. */
export function encodeSignature(r: bigint, s: bigint, v: number): Uint8Array {
  return concat(word(r), word(s), Uint8Array.of(v))
}

/** Returns the same 32 pseudorandom bytes for each label. */
export function seededBytes(label: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(label).digest())
}

/** Returns the same pseudorandom number from 1 to `max` for each label. */
export function seededNumber(label: string, max: bigint): bigint {
  return (uintBe(seededBytes(label)) % max) + 1n
}

/** Computes factor·G with noble: its affine coordinates. */
export function multiplyBase(factor: bigint): { x: bigint; y: bigint } {
  return Point.BASE.multiply(factor).toAffine()
}

/** Signs a digest with a chosen secret and nonce, both from 1 to the order minus 1. The signature has the lower s. */
export function signWithNonce(digest: Uint8Array, secret: bigint, nonce: bigint): Uint8Array {
  const { x, y } = multiplyBase(nonce)
  const r = x % ORDER
  const s = etc.mod(etc.invert(nonce, ORDER) * (uintBe(digest) + r * secret), ORDER)
  const isLow = s <= MAX_S
  const isOdd = (y & 1n) === (isLow ? 1n : 0n)
  return encodeSignature(r, isLow ? s : ORDER - s, isOdd ? 28 : 27)
}

/** The public key of a secret: x ‖ y, 64 bytes. */
export function publicKeyOf(secret: bigint): Uint8Array {
  const { x, y } = multiplyBase(secret)
  return concat(word(x), word(y))
}

/** Recovers a public key with noble: x ‖ y, 64 bytes. Throws if r is not the x of a point. */
export function recoverWithNoble(digest: Uint8Array, signature: Uint8Array): Uint8Array {
  const recovered = concat(Uint8Array.of((signature[64] as number) - 27), signature.subarray(0, 64))
  return nobleRecover(recovered, digest, { prehash: false, isCompressed: false }).slice(1)
}

/** Whether some point has this x. */
export function isOnCurve(x: bigint): boolean {
  try {
    Point.fromBytes(concat(Uint8Array.of(2), word(x)))
    return true
  } catch {
    return false
  }
}

/** Returns the first number from `start` in steps of `step` that is the x of a point. */
export function nextX(start: bigint, step: bigint): bigint {
  let x = start
  while (!isOnCurve(x)) x += step
  return x
}
