import type { RequireSession } from '@inkproof/service-kit/auth'
import { requireProof, type Session } from '@inkproof/service-kit/auth'
import type { TakeLimit } from '@inkproof/service-kit/limit'
import type { Request, Response } from 'express'
import type { CallerOf } from '../callers/caller.http.ts'
import type { Caller } from '../callers/caller.ts'
import type { LocateIp } from '../callers/locate-ip.ts'
import type { Events } from '../events/events.ts'
import type { Sessions } from '../session-store/session-store.ts'
import type { AnswerSignIn } from '../sessions/answer-sign-in.http.ts'
import type { FinalizeAccountChange } from '../sessions/finalize-account-change.ts'
import type { PendingSignIns } from '../sessions/pending.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { limitChange } from './factor-limits.ts'
import type { ProveDeps } from './prove.ts'

/** What the routes of this feature are given. */
export type FactorDeps = ProveDeps & {
  consumeLimit: TakeLimit
  requireSession: RequireSession
  sessions: Sessions
  finalizeAccountChange: FinalizeAccountChange
  pending: PendingSignIns
  events: Events
  tokens: Tokens
  newId: () => string
  callerOf: CallerOf
  answerSignIn: AnswerSignIn
  locateIp: LocateIp
}

/**
 * Who wants to change factors: signed in, shown to be themselves a short while ago.
 *
 * @throws AppError SIGN_IN_REQUIRED, SESSION_ENDED, PROOF_NEEDED, TOO_MANY_REQUESTS
 */
export async function changerOf(
  deps: FactorDeps,
  req: Request,
  res: Response,
): Promise<{ session: Session; caller: Caller }> {
  const session = await deps.requireSession(req)
  requireProof(session, deps.now())
  await limitChange(deps.consumeLimit, session.accountId)
  return { session, caller: deps.callerOf(req, res) }
}
