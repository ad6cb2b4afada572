import { createHash, generateKeyPairSync } from 'node:crypto'

/** Creates a P-256 key pair for ES256; both JWKs use the public key's thumbprint as `kid` (RFC 7638). */
export function createSigningKeyPair(): { privateJwk: object; publicJwk: object } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y }))
  const metadata = { kid: thumbprint.digest('base64url'), alg: 'ES256', use: 'sig' }
  return {
    privateJwk: { ...privateKey.export({ format: 'jwk' }), ...metadata },
    publicJwk: { crv, kty, x, y, ...metadata },
  }
}

/** JSON as base64url, the format of keys in the configuration. */
export function asBase64UrlJson(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
