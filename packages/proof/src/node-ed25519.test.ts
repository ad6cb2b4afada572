import crypto from 'node:crypto'
import { expect, test } from '@jest/globals'
import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { concat, randomBytes, toBase64Url, utf8 } from './bytes.ts'
import { derivePublicKey, signEd25519, verifyEd25519 } from './ed25519.ts'
import { nodeEd25519 } from './node-ed25519.ts'

const { Point } = ed25519
const L = Point.CURVE().n

/** The eight points of small order: multiples of a point of order 8. */
const SMALL_ORDER = findSmallOrderPoints()

function findSmallOrderPoints() {
  for (let y = 2n; ; y++) {
    try {
      const torsion = Point.fromBytes(littleEndian(y))
        .multiplyUnsafe(L - 1n)
        .add(Point.fromBytes(littleEndian(y)))
      const points = Array.from({ length: 8 }, (_, i) => multiply(torsion, i))
      if (new Set(points.map((point) => point.toHex())).size === 8) return points
    } catch {
      // No point has this y.
    }
  }
}

function multiply(point: InstanceType<typeof Point>, count: number) {
  return Array.from({ length: count }).reduce<typeof point>((sum) => sum.add(point), Point.ZERO)
}

function littleEndian(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 255n))
}

function computeChallenge(R: Uint8Array, key: Uint8Array, message: Uint8Array): bigint {
  const digest = crypto
    .createHash('sha512')
    .update(concat(R, key, message))
    .digest()
  return BigInt(`0x${Buffer.from(digest.toReversed()).toString('hex')}`) % L
}

function isAcceptedByOpenSsl(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(key) }
  return crypto.verify(
    null,
    message,
    crypto.createPublicKey({ key: jwk, format: 'jwk' }),
    signature,
  )
}

test('agrees with the portable implementation on valid and altered signatures', () => {
  const seed = randomBytes(32)
  const key = derivePublicKey(seed)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(63), fc.nat(7), (message, index, bit) => {
      const signature = signEd25519(seed, message)
      expect(nodeEd25519(key, message, signature)).toBe(true)
      const changed = signature.with(index, (signature[index] as number) ^ (1 << bit))
      expect(nodeEd25519(key, message, changed)).toBe(false)
    }),
    { numRuns: 20 },
  )
})

test('rejects every key of small order, although some versions of OpenSSL accept its signatures', () => {
  const message = utf8('any text')
  for (const point of SMALL_ORDER) {
    // With s = 0, the equation is R = −kA, which some pairs of small-order points satisfy.
    for (const R of SMALL_ORDER) {
      const signature = concat(R.toBytes(), new Uint8Array(32))
      expect(nodeEd25519(point.toBytes(), message, signature)).toBe(false)
    }
  }
})

test('rejects a non-canonical encoding of a key', () => {
  // y = 1 + p and y = p, with either sign: the only small-order y with a non-canonical encoding.
  const P = 2n ** 255n - 19n
  for (const y of [P, P + 1n]) {
    for (const sign of [0n, 1n << 255n]) {
      const key = littleEndian(y + sign)
      const signature = concat(littleEndian(1n), new Uint8Array(32))
      expect(nodeEd25519(key, utf8('any text'), signature)).toBe(false)
    }
  }
})

test('accepts signatures valid only with the cofactor, as the portable implementation does', () => {
  const secret = 5n ** 100n % L
  const key = Point.BASE.multiply(secret).toBytes()
  const message = utf8('a checkpoint')
  const R = Point.BASE.multiply(7n)
    .add(SMALL_ORDER[1] as InstanceType<typeof Point>)
    .toBytes()
  const s = (7n + computeChallenge(R, key, message) * secret) % L
  const signature = concat(R, littleEndian(s))
  expect(isAcceptedByOpenSsl(key, message, signature)).toBe(false)
  expect(verifyEd25519(key, message, signature)).toBe(true)
  expect(nodeEd25519(key, message, signature)).toBe(true)
})

test.each([
  ['a short key', new Uint8Array(31), new Uint8Array(64)],
  ['a key that is not a point', littleEndian(2n), new Uint8Array(64)],
  ['a short signature', derivePublicKey(new Uint8Array(32)), new Uint8Array(63)],
  ['a long signature', derivePublicKey(new Uint8Array(32)), new Uint8Array(65)],
])('rejects %s without throwing', (_name, key, signature) => {
  expect(nodeEd25519(key, utf8('text'), signature)).toBe(false)
})
