/**
 * Ed25519 by Node's OpenSSL, for functions that accept an {@link Ed25519}. Node only. In a process
 * that verifies one file, this saves more time than all other checks take together.
 */
import { toBase64Url, uintBe } from './bytes.ts'
import { type Ed25519, verifyEd25519 } from './ed25519.ts'
import { nodeCrypto } from './node-crypto.ts'

/**
 * Skips the portable implementation only if OpenSSL accepts the signature and the key is canonical and not of small
 * order. OpenSSL's equation is stricter (no cofactor), but OpenSSL accepts keys of small order and non-canonical keys,
 * which the portable implementation rejects. {@link verifyEd25519} decides all other cases, so the two never disagree.
 */
export const nodeEd25519: Ed25519 = (key, message, signature) =>
  (isStrictKey(key) && verifyWithOpenSsl(key, message, signature)) ||
  verifyEd25519(key, message, signature)

const P = 2n ** 255n - 19n

/** The y of two of the four points of order 8; the other two have P − y. */
const ORDER_8_Y = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n

/**
 * The y coordinates of all eight points of small order; points that differ only in the sign of x share one.
 */
const SMALL_ORDER_Y: readonly bigint[] = [0n, 1n, P - 1n, ORDER_8_Y, P - ORDER_8_Y]

/**
 * Checks that the key is canonical, which means that y is below p (RFC 8032 §5.1.3), and not of small order.
 */
function isStrictKey(key: Uint8Array): boolean {
  if (key.length !== 32) return false
  const bigEndian = key.toReversed()
  bigEndian[0] = (bigEndian[0] as number) & 0x7f
  const y = uintBe(bigEndian)
  return y < P && !SMALL_ORDER_Y.includes(y)
}

function verifyWithOpenSsl(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(key) }
  return nodeCrypto.verify(
    null,
    message,
    nodeCrypto.createPublicKey({ key: jwk, format: 'jwk' }),
    signature,
  )
}
