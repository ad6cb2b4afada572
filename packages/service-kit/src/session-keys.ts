import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/** Public keys of session tokens by key id. Several while keys are being rotated. */
export type SessionKeys = ReadonlyMap<string, KeyObject>

const Jwks = z.object({
  keys: z
    .array(
      z.object({
        kid: z.string().min(1),
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        x: z.string(),
        y: z.string(),
        // A private key here would sit in every service.
        d: z.never().optional(),
      }),
    )
    .min(1),
})

/**
 * Reads SESSION_KEYS: base64url of a JWKS with public P-256 keys, each with a `kid`.
 *
 * The KeyObjects are made here, once: verifying with them is several times faster than with PEM text.
 * @throws Error that says which rule is broken, without the value.
 */
export function readSessionKeys(encoded: string): SessionKeys {
  const parsed = Jwks.safeParse(fromBase64UrlJson(encoded))
  if (!parsed.success)
    throw new Error('SESSION_KEYS: expected a JWKS of public P-256 keys, each with a kid')
  return new Map(
    parsed.data.keys.map(({ kid, kty, crv, x, y }) => [kid, publicKey({ kty, crv, x, y })]),
  )
}

function publicKey(key: { kty: string; crv: string; x: string; y: string }): KeyObject {
  return createPublicKey({ key, format: 'jwk' })
}

function fromBase64UrlJson(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
