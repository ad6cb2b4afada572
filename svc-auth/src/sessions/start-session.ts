import type { SessionRecord, TokenClaims } from '@inkproof/protocol/auth'
import { ABSOLUTE_LIMIT_MS } from '../session-store/session-limits.ts'

export type StartSessionDeps = {
  /** Stores the session until its idle timeout. */
  put: (sessionId: string, record: SessionRecord) => Promise<void>
  sign: (claims: TokenClaims) => string
  newId: () => string
  now: () => Date
}

export type NewSession = Omit<SessionRecord, 'startedAtMs' | 'provedAtMs'>

/** Starts a session: the record in Redis is authoritative, the token only identifies it. */
export async function startSession(
  deps: StartSessionDeps,
  session: NewSession,
): Promise<{ sessionId: string; token: string }> {
  const sessionId = deps.newId()
  const startedAtMs = deps.now().getTime()
  await deps.put(sessionId, { ...session, startedAtMs, provedAtMs: startedAtMs })
  const token = deps.sign({
    sub: session.accountId,
    sid: sessionId,
    exp: Math.floor((startedAtMs + ABSOLUTE_LIMIT_MS) / 1_000),
  })
  return { sessionId, token }
}
