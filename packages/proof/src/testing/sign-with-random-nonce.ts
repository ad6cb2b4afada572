import { createHash } from 'node:crypto'
import { Point } from '@noble/ed25519'
import { randomBytes } from '../bytes.ts'
import type { SignerKey } from '../note.ts'

const { n } = Point.CURVE()

/**
 * Signs like Ed25519 (RFC 8032 §5.1.6), but with a random nonce instead of a derived one. Whoever has a key can so make
 * any number of different valid signatures of one message. Returns 64 bytes.
 */
export function signWithRandomNonce(
  { seed, publicKey }: SignerKey,
  message: Uint8Array,
): Uint8Array {
  const expanded = sha512(seed).subarray(0, 32)
  expanded[0] = (expanded[0] as number) & 248
  expanded[31] = ((expanded[31] as number) & 63) | 64
  const nonce = toNumber(randomBytes(64)) % n
  const point = Point.BASE.multiply(nonce).toBytes()
  const challenge = toNumber(sha512(point, publicKey, message))
  const scalar = (nonce + challenge * toNumber(expanded)) % n
  const bytes = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse()
  return new Uint8Array([...point, ...bytes])
}

function sha512(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(createHash('sha512').update(Buffer.concat(parts)).digest())
}

/** Reads a little-endian number. */
function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
}
