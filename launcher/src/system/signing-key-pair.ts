import { createHash, generateKeyPairSync } from 'node:crypto'

/** An EC P-256 pair for ES256; both halves name the key by its thumbprint (RFC 7638). */
export function signingKeyPair(): { privateJwk: object; publicJwk: object } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y }))
  const about = { kid: thumbprint.digest('base64url'), alg: 'ES256', use: 'sig' }
  return {
    privateJwk: { ...privateKey.export({ format: 'jwk' }), ...about },
    publicJwk: { crv, kty, x, y, ...about },
  }
}

/** JSON as base64url: how the configuration carries keys. */
export function asBase64UrlJson(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
