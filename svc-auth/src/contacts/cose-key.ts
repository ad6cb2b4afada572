/** Converts the public keys of passkeys from the form in which authenticators return them (COSE, RFC 9052 and 9053). */
import { PasskeyJwk } from '@inkproof/protocol/passkey-keys'
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'

/** In bytes: 2048 to 4096 bits. These limits and those of exponents are those of packages/signing (public-key), which gives the reasons. */
const MIN_MODULUS = 256
const MAX_MODULUS = 512
const MIN_EXPONENT = 65_537
const MAX_EXPONENT = 0xffff_ffff

/**
 * Returns the key as a JWK; null for one that cannot sign documents: of another algorithm or curve than those that this service
 * requests (relying-party.ts), or an RSA key of an unusual size or with an unusual exponent.
 *
 * @param coseKey base64url
 */
export function toPasskeyJwk(coseKey: string): PasskeyJwk | null {
  const { data } = PasskeyJwk.safeParse(convert(new Uint8Array(Buffer.from(coseKey, 'base64url'))))
  return data ?? null
}

function convert(bytes: Uint8Array<ArrayBuffer>): object | null {
  const key = decodeCredentialPublicKey(bytes)
  const alg = key.get(cose.COSEKEYS.alg)
  const { COSEALG, COSECRV, COSEKEYS } = cose
  if (cose.isCOSEPublicKeyEC2(key) && alg === COSEALG.ES256) {
    if (key.get(COSEKEYS.crv) !== COSECRV.P256) return null
    const [x, y] = [key.get(COSEKEYS.x), key.get(COSEKEYS.y)]
    return { kty: 'EC', crv: 'P-256', x: coordinate(x), y: coordinate(y) }
  }
  if (cose.isCOSEPublicKeyOKP(key) && alg === COSEALG.EdDSA) {
    if (key.get(COSEKEYS.crv) !== COSECRV.ED25519) return null
    return { kty: 'OKP', crv: 'Ed25519', x: coordinate(key.get(COSEKEYS.x)) }
  }
  if (cose.isCOSEPublicKeyRSA(key) && alg === COSEALG.RS256) {
    const [n, e] = [shortest(key.get(COSEKEYS.n)), shortest(key.get(COSEKEYS.e))]
    return isUsualRsa(n, e) ? { kty: 'RSA', n: toText(n), e: toText(e) } : null
  }
  return null
}

function isUsualRsa(n: Uint8Array, e: Uint8Array): boolean {
  const exponent = Number(`0x${Buffer.from(e).toString('hex')}`)
  const isUsual = exponent >= MIN_EXPONENT && exponent <= MAX_EXPONENT && exponent % 2 === 1
  return isUsual && n.length >= MIN_MODULUS && n.length <= MAX_MODULUS && (n.at(-1) ?? 0) % 2 === 1
}

/** Empty, which no JWK contains, unless it has 32 bytes. */
function coordinate(bytes = new Uint8Array()): string {
  return bytes.length === 32 ? toText(bytes) : ''
}

/** RFC 7518, section 6.3: without leading zeroes. */
function shortest(bytes = new Uint8Array()): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0)
  return start < 0 ? new Uint8Array() : bytes.subarray(start)
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
