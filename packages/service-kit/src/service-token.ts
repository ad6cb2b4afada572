/** Tokens with which services authenticate to each other (docs/decisions/services-sign-their-calls.md). */
import { createHash } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { AppError } from './app-error.ts'
import { TOKEN_ALGORITHM } from './auth.ts'
import { CLOCK_TOLERANCE_SECONDS, requirePastIssueTime } from './issued-at.ts'
import type { ServiceIdentity, ServiceKeys } from './service-keys.ts'

/** The call that a token is valid for. `path` is everything after the host, including the query. */
export type SignedCall = { method: string; path: string; body: Uint8Array }

/** Lifetime of a token: longer than any call takes, but too short for a stolen token to be useful. */
export const SERVICE_TOKEN_SECONDS = 120

/** The claims. `htm` is as in RFC 9449 (DPoP); `path` and `body` extend the same idea. */
const Claims = z.object({
  iss: z.string(),
  iat: z.number(),
  exp: z.number(),
  htm: z.string(),
  path: z.string(),
  /** SHA-256 of the body, base64url. */
  body: z.string(),
})

/** Signs one call to one service. */
export function signServiceToken(
  { service, kid, key }: ServiceIdentity,
  audience: string,
  call: SignedCall,
): string {
  return jwt.sign(callClaims(call), key, {
    algorithm: TOKEN_ALGORITHM,
    keyid: kid,
    issuer: service,
    audience,
    expiresIn: SERVICE_TOKEN_SECONDS,
  })
}

/**
 * Verifies a token against its call: algorithm, key id, signature, issuer (the owner of the key), audience, age, and
 * that method, path and body match the signed ones.
 *
 * @returns the name of the calling service
 * @throws AppError SERVICE_REFUSED for any invalid token
 */
export function verifyServiceToken(
  keys: ServiceKeys,
  audience: string,
  token: string,
  call: SignedCall,
): string {
  try {
    const keyId = jwt.decode(token, { complete: true })?.header.kid
    const owner = keyId === undefined ? undefined : keys.get(keyId)
    if (!owner) throw new Error('unknown key id')
    const claims = Claims.parse(
      jwt.verify(token, owner.key, {
        algorithms: [TOKEN_ALGORITHM],
        audience,
        issuer: owner.service,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      }),
    )
    requirePastIssueTime(claims.iat)
    if (claims.exp - claims.iat > SERVICE_TOKEN_SECONDS) throw new Error('the lifetime is too long')
    const { htm, path, body } = callClaims(call)
    if (claims.htm !== htm || claims.path !== path || claims.body !== body)
      throw new Error('signed for a different call')
    return owner.service
  } catch (cause) {
    throw new AppError('SERVICE_REFUSED', {}, { cause })
  }
}

function callClaims({ method, path, body }: SignedCall) {
  return { htm: method, path, body: createHash('sha256').update(body).digest('base64url') }
}
