import type { SessionRecord, TokenClaims } from '@inkproof/protocol/auth'

/** A session ends seven days after sign-in, however much it is used. */
const ABSOLUTE_LIMIT_MS = 7 * 24 * 60 * 60 * 1_000

export type StartSessionDeps = {
  /** Keeps the session until its idle limit. */
  put: (sessionId: string, record: SessionRecord) => Promise<void>
  sign: (claims: TokenClaims) => string
  newId: () => string
  now: () => Date
}

/** Starts a session: the record in Redis is the truth, the token only names it. */
export async function startSession(
  deps: StartSessionDeps,
  account: { accountId: string; workspaceId: string },
): Promise<string> {
  const sid = deps.newId()
  const startedAtMs = deps.now().getTime()
  await deps.put(sid, { ...account, startedAtMs })
  return deps.sign({
    sub: account.accountId,
    sid,
    exp: Math.floor((startedAtMs + ABSOLUTE_LIMIT_MS) / 1_000),
  })
}
