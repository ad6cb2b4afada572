import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { fromBase64UrlJson, PublicJwk, toPublicKey } from './jwk.ts'

/** Public keys of session tokens by key id. There are several while keys are being rotated. */
export type SessionKeys = ReadonlyMap<string, KeyObject>

const Jwks = z.object({ keys: z.array(PublicJwk).min(1) })

/**
 * Reads SESSION_KEYS: base64url of a JWKS with public P-256 keys, each with a `kid`.
 *
 * @throws Error that names the violated rule, without the value
 */
export function readSessionKeys(encoded: string): SessionKeys {
  const parsed = Jwks.safeParse(fromBase64UrlJson(encoded))
  if (!parsed.success)
    throw new Error('SESSION_KEYS: expected a JWKS of public P-256 keys, each with a kid')
  return new Map(parsed.data.keys.map((jwk) => [jwk.kid, toPublicKey(jwk)]))
}
