/**
 * Recovery of public keys on secp256k1 (SEC 2 v2 §2.4.1): y² = x³ + 7 over the field of {@link P}. Verification only:
 * nothing here is secret, so nothing runs in constant time.
 */
import { fromHex, uintBe } from './bytes.ts'
import { must } from './proof-error.ts'

/** Code of the ProofError for every invalid wallet signature. */
export const INVALID_SIGNATURE = 'BAD_WALLET_SIGNATURE'

/** Projective coordinates: x = X/Z, y = Y/Z; Z is 0 for the point at infinity. */
type Point = readonly [x: bigint, y: bigint, z: bigint]

/** The prime of the field. */
const P = 2n ** 256n - 2n ** 32n - 977n

/** The prime order of the group. */
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The base point G. */
const BASE: Point = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  1n,
]

/**
 * Recovers the key that signed a digest: SEC 1 v2 §4.1.6, Q = r⁻¹(sR − zG). Accepts only the lower of the two possible
 * s (EIP-2), so that a signature cannot be changed into another valid one.
 *
 * @param digest 32 bytes
 * @param signature 65 bytes: r ‖ s ‖ v, with v 27 if the y of R is even, or 28 if it is odd
 * @returns 64 bytes: x ‖ y
 * @throws ProofError BAD_WALLET_SIGNATURE
 */
export function recoverPublicKey(digest: Uint8Array, signature: Uint8Array): Uint8Array {
  const r = uintBe(signature.subarray(0, 32))
  const s = uintBe(signature.subarray(32, 64))
  const v = signature[64] as number
  const isInRange = r > 0n && r < N && s > 0n && 2n * s < N && (v === 27 || v === 28)
  must(isInRange, INVALID_SIGNATURE, 'The wallet signature is not in canonical form.')
  const noncePoint = pointFromX(r, v === 28)
  const inverse = power(r, N - 2n, N)
  const [x, y, z] = linearCombination(
    mod(-uintBe(digest) * inverse, N),
    mod(s * inverse, N),
    noncePoint,
  )
  must(z, INVALID_SIGNATURE, 'The wallet signature does not match any key.')
  const zInverse = power(z, P - 2n, P)
  return fromHex(toHex256(mod(x * zInverse)) + toHex256(mod(y * zInverse)))
}

/**
 * Decompresses a point: SEC 1 v2 §2.3.4. The square root of c is c^((P + 1) / 4), because P mod 4 = 3.
 *
 * @param x below {@link P}
 * @throws ProofError BAD_WALLET_SIGNATURE if no point has this x
 */
function pointFromX(x: bigint, isOdd: boolean): Point {
  const square = mod(x ** 3n + 7n)
  const y = power(square, (P + 1n) / 4n, P)
  must(
    mod(y * y) === square,
    INVALID_SIGNATURE,
    'The wallet signature is not a point on the curve.',
  )
  return [x, (y & 1n) === BigInt(isOdd) ? y : P - y, 1n]
}

/** Computes baseFactor·G + factor·point in one loop (Straus, Shamir); both factors are below 2^256. */
function linearCombination(baseFactor: bigint, factor: bigint, point: Point): Point {
  let sum: Point = [0n, 1n, 0n]
  for (let bit = 255n; bit >= 0n; bit--) {
    sum = add(sum, sum)
    if ((baseFactor >> bit) & 1n) sum = add(sum, BASE)
    if ((factor >> bit) & 1n) sum = add(sum, point)
  }
  return sum
}

/**
 * Adds two points with the complete formula of Renes, Costello and Batina (https://eprint.iacr.org/2015/1060, algorithm
 * 7; add-2015-rcb of the Explicit-Formulas Database with a = 0, 3b = 21). It has no exceptions on a curve of prime
 * order, so it also doubles a point, adds the negative of a point, and adds the point at infinity.
 */
function add([x1, y1, z1]: Point, [x2, y2, z2]: Point): Point {
  const xx = 3n * x1 * x2
  const xy = mod(x1 * y2 + x2 * y1)
  const xz = mod(21n * (x1 * z2 + x2 * z1))
  const yz = mod(y1 * z2 + y2 * z1)
  const zz = 21n * z1 * z2
  const sum = mod(y1 * y2 + zz)
  const difference = mod(y1 * y2 - zz)
  return [
    mod(xy * difference - yz * xz),
    mod(sum * difference + mod(xx) * xz),
    mod(yz * sum + mod(xx) * xy),
  ]
}

/** Computes base^exponent; with exponent = modulus − 2, the inverse of the base for a prime modulus (Fermat). */
function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (let square = base; exponent; exponent >>= 1n) {
    if (exponent & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

/** Reduces a number to 0 … modulus − 1. */
function mod(value: bigint, modulus = P): bigint {
  const rest = value % modulus
  return rest < 0n ? rest + modulus : rest
}

/** Encodes a number as 64 hexadecimal digits. */
function toHex256(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
