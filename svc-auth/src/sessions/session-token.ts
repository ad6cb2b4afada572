import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { TOKEN_AUDIENCE, type TokenClaims } from '@inkproof/protocol/auth'
import { TOKEN_ALGORITHM } from '@inkproof/service-kit/auth'
import { readSessionKeys } from '@inkproof/service-kit/session-keys'
import jwt from 'jsonwebtoken'
import { z } from 'zod'

/** The key that signs session tokens, and the key id by which services find its public key. */
export type SigningKey = { kid: string; key: KeyObject }

const PrivateJwk = z.object({
  kid: z.string().min(1),
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
})

/**
 * Reads SESSION_KEY and checks that SESSION_KEYS contains its public key under the same key id; otherwise every
 * service would reject every token.
 *
 * @throws Error that names the variable and the rule, without the value.
 */
export function readSigningKey(sessionKey: string, sessionKeys: string): SigningKey {
  const parsed = PrivateJwk.safeParse(parseJson(sessionKey))
  if (!parsed.success)
    throw new Error('SESSION_KEY: expected a private P-256 JWK with a kid, as base64url')
  const { kid, ...jwk } = parsed.data
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  const published = readSessionKeys(sessionKeys).get(kid)
  if (!published?.equals(createPublicKey(key))) {
    throw new Error('SESSION_KEYS: the public key of SESSION_KEY is missing under its kid')
  }
  return { kid, key }
}

/** Signs a session's token. */
export function signToken(signingKey: SigningKey, claims: TokenClaims): string {
  return jwt.sign(claims, signingKey.key, {
    algorithm: TOKEN_ALGORITHM,
    keyid: signingKey.kid,
    audience: TOKEN_AUDIENCE,
    issuer: TOKEN_AUDIENCE,
  })
}

function parseJson(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
