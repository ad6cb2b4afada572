import { requireProof, type Session } from '@inkproof/service-kit/auth'
import type { Request, Response } from 'express'
import type { Kit } from '../kit.ts'
import type { Caller } from '../sessions/caller.ts'
import { limitChange } from './factor-limits.ts'
import type { ProveDeps } from './prove.ts'

/** What the routes of this feature are given. */
export type FactorDeps = ProveDeps &
  Pick<
    Kit,
    | 'take'
    | 'requireSession'
    | 'sessions'
    | 'settleAccount'
    | 'pending'
    | 'events'
    | 'tokens'
    | 'newId'
    | 'callerOf'
    | 'answerSignIn'
    | 'placeOf'
  >

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
  await limitChange(deps.take, session.accountId)
  return { session, caller: deps.callerOf(req, res) }
}
