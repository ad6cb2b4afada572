import { SessionRecord, TOKEN_AUDIENCE, TokenClaims } from '@inkproof/protocol/auth'
import type { Request } from 'express'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { AppError } from './app-error.ts'
import { requirePastIssueTime } from './issued-at.ts'
import type { RedisClient } from './redis-connection.ts'
import { defineScript } from './redis-script.ts'
import type { SessionKeys } from './session-keys.ts'

/** The caller's session, from a verified token. */
export type Session = SessionRecord & { sessionId: string }

/** Returns the caller's session. @throws AppError SIGN_IN_REQUIRED, SESSION_ENDED or UNAVAILABLE. */
export type RequireSession = (req: Request) => Promise<Session>

/** The only accepted signature algorithm; accepting the token's own choice would allow `none`. */
export const TOKEN_ALGORITHM = 'ES256'

/** A session ends after this time without a call, or when its token expires, whichever comes first. */
export const SESSION_IDLE_SECONDS = 2 * 60 * 60

/**
 * The expiry that a use of a session sets in Redis. It is extended at most once a minute, because each extension is a
 * write that waits for the disk, and every call reads the session.
 */
export const SESSION_TTL_SECONDS = SESSION_IDLE_SECONDS + 60

/** Atomic, because a session that ends between two commands would still be reported as live. */
const readAndExtend = defineScript(
  'read-session',
  ['session'],
  `local stored = redis.call('GET', session)
if stored and redis.call('TTL', session) < tonumber(ARGV[1]) then redis.call('EXPIRE', session, ARGV[2]) end
return stored`,
)

/** Identifies a session. */
export type SessionId = { accountId: string; sessionId: string }

/** The Redis key of a session. The sessions of an account share a hash tag, so that one command can end several. */
export function sessionKey({ accountId, sessionId }: SessionId): string {
  return `session:{${accountId}}:${sessionId}`
}

/**
 * Creates the check that runs at the start of every call that requires a session.
 *
 * Only the bearer token authorizes; cookies are ignored. The signature is checked first, then the session in Redis,
 * which is authoritative: deleting it ends the session immediately. If Redis is not responding, the result is
 * UNAVAILABLE, never "signed out".
 */
export function createAuthenticator(keys: SessionKeys, redis: RedisClient): RequireSession {
  return async (req) => {
    const claims = verifyToken(keys, bearerOf(req))
    const stored = await readSession(redis, { accountId: claims.sub, sessionId: claims.sid })
    const record = stored === null ? undefined : readRecord(stored)
    if (record?.accountId !== claims.sub || record === undefined)
      throw new AppError('SESSION_ENDED')
    return { ...record, sessionId: claims.sid }
  }
}

async function readSession(redis: RedisClient, id: SessionId): Promise<string | null> {
  const limits = [SESSION_IDLE_SECONDS, SESSION_TTL_SECONDS]
  try {
    const stored = await readAndExtend(redis, { session: sessionKey(id) }, ...limits)
    return typeof stored === 'string' ? stored : null
  } catch (cause) {
    throw new AppError('UNAVAILABLE', {}, { cause })
  }
}

/**
 * Rejects callers with read-only access.
 *
 * @throws AppError VIEWERS_ONLY_READ
 */
export function requireWriter({ role }: Pick<Session, 'role'>): void {
  if (role === 'viewer') throw new AppError('VIEWERS_ONLY_READ')
}

/** Maximum age of the last confirmation of the identity, for sensitive changes. */
export const REAUTHENTICATION_TTL_MS = 10 * 60 * 1_000

/**
 * Rejects changes that a stolen token alone must not allow: sign-in methods, members, deleting the account.
 *
 * @throws AppError PROOF_NEEDED if the user last confirmed their identity too long ago.
 */
export function requireReauthentication(
  { provedAtMs }: Pick<Session, 'provedAtMs'>,
  now: Date,
): void {
  if (now.getTime() - provedAtMs > REAUTHENTICATION_TTL_MS) throw new AppError('PROOF_NEEDED')
}

const IssueTime = z.object({ iat: z.number() })

/** Verifies signature, algorithm, key id, audience, issuer, expiry and time of issue. */
function verifyToken(keys: SessionKeys, token: string): TokenClaims {
  try {
    const keyId = jwt.decode(token, { complete: true })?.header.kid
    const key = keyId === undefined ? undefined : keys.get(keyId)
    if (!key) throw new Error('unknown key id')
    const claims = jwt.verify(token, key, {
      algorithms: [TOKEN_ALGORITHM],
      audience: TOKEN_AUDIENCE,
      issuer: TOKEN_AUDIENCE,
    })
    requirePastIssueTime(IssueTime.parse(claims).iat)
    return TokenClaims.parse(claims)
  } catch (cause) {
    const code = cause instanceof jwt.TokenExpiredError ? 'SESSION_ENDED' : 'SIGN_IN_REQUIRED'
    throw new AppError(code, {}, { cause })
  }
}

function bearerOf(req: Request): string {
  const [scheme, token] = (req.get('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new AppError('SIGN_IN_REQUIRED')
  return token
}

function readRecord(stored: string): SessionRecord | undefined {
  try {
    return SessionRecord.parse(JSON.parse(stored))
  } catch {
    return undefined
  }
}
