import { SessionRecord, TOKEN_AUDIENCE, TokenClaims } from '@inkproof/protocol/auth'
import type { Request } from 'express'
import type { Redis } from 'ioredis'
import jwt from 'jsonwebtoken'
import { AppError } from './app-error.ts'
import type { SessionKeys } from './session-keys.ts'

/** Who is asking, from a verified token and its live session. */
export type Session = SessionRecord & { sessionId: string }

/** Resolves the caller's session. @throws AppError SIGN_IN_REQUIRED, SESSION_ENDED or UNAVAILABLE. */
export type RequireSession = (req: Request) => Promise<Session>

/** The only signature algorithm taken: a list from the token itself would let it choose `none`. */
export const TOKEN_ALGORITHM = 'ES256'

/** A session ends after this long without a call, and when its token expires, whichever is first. */
export const SESSION_IDLE_SECONDS = 2 * 60 * 60

/**
 * How long Redis keeps a session that was just used. The limit slides once a minute: each slide is a write
 * that waits for the disk, and a session read by every call would wait for it each time.
 */
export const SESSION_KEPT_SECONDS = SESSION_IDLE_SECONDS + 60

/** In one round trip: a session that ends between two could be told as living. */
const READ_AND_SLIDE = `
local stored = redis.call('GET', KEYS[1])
if stored and redis.call('TTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return stored`

/** Where a session lives in Redis. */
export function sessionKey(sessionId: string): string {
  return `session:${sessionId}`
}

/**
 * Makes the check that every signed-in call begins with.
 *
 * Only the bearer token authorises; no cookie is looked at. The signature is checked first, then the
 * session in Redis, which is the truth: deleting it ends the session at once. Redis not answering is
 * UNAVAILABLE, never "signed out".
 */
export function createAuthenticator(keys: SessionKeys, redis: Redis): RequireSession {
  return async (req) => {
    const claims = verifyToken(keys, bearerOf(req))
    const stored = await readAndSlide(redis, claims.sid)
    const record = stored === null ? undefined : readRecord(stored)
    if (record?.accountId !== claims.sub || record === undefined)
      throw new AppError('SESSION_ENDED')
    return { ...record, sessionId: claims.sid }
  }
}

async function readAndSlide(redis: Redis, sessionId: string): Promise<string | null> {
  const limits = [SESSION_IDLE_SECONDS, SESSION_KEPT_SECONDS]
  try {
    const stored = await redis.eval(READ_AND_SLIDE, 1, sessionKey(sessionId), ...limits)
    return typeof stored === 'string' ? stored : null
  } catch (cause) {
    throw new AppError('UNAVAILABLE', {}, { cause })
  }
}

/**
 * Refuses those who may only read.
 *
 * @throws AppError VIEWERS_ONLY_READ
 */
export function requireWriter({ role }: Pick<Session, 'role'>): void {
  if (role === 'viewer') throw new AppError('VIEWERS_ONLY_READ')
}

/** Longest ago that a person may have shown who they are, for what could lock them out or speak for them. */
export const PROOF_LASTS_MS = 10 * 60 * 1_000

/**
 * Refuses what a stolen token alone must not do: changing ways in, members, or the account's end.
 *
 * @throws AppError PROOF_NEEDED when the person last showed who they are too long ago.
 */
export function requireProof({ provedAtMs }: Pick<Session, 'provedAtMs'>, now: Date): void {
  if (now.getTime() - provedAtMs > PROOF_LASTS_MS) throw new AppError('PROOF_NEEDED')
}

/** Verifies signature, algorithm, key id, audience, issuer and expiry. */
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
