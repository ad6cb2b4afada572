/** /logout and /sessions: what an account's owner sees and ends. */

import { SessionId, type SessionList, type SessionsEnded } from '@inkproof/protocol/sessions'
import { AppError } from '@inkproof/service-kit/app-error'
import type { RequireSession, Session } from '@inkproof/service-kit/auth'
import type { TakeLimit } from '@inkproof/service-kit/limit'
import { createRouter } from '@inkproof/service-kit/router'
import type { Request, Router } from 'express'
import type { AccountStore } from '../accounts/account-store.ts'
import { SETTINGS } from '../session-store/session-limits.ts'
import type { Sessions } from '../session-store/session-store.ts'
import { changeAndEndSessions } from './end-sessions.ts'
import type { FinalizeAccountChange } from './finalize-account-change.ts'
import { toSessionList } from './to-session-list.ts'

export type SessionRoutesDeps = {
  accounts: AccountStore
  sessions: Sessions
  finalizeAccountChange: FinalizeAccountChange
  requireSession: RequireSession
  consumeLimit: TakeLimit
  now: () => Date
}

export function sessionRoutes(deps: SessionRoutesDeps): Router {
  const router = createRouter()

  router.post('/logout', async (req, res) => {
    const { sessionId } = await deps.requireSession(req)
    await deps.sessions.remove(sessionId)
    res.status(204).end()
  })

  router.get('/sessions', async (req, res) => {
    const { accountId, sessionId } = await limited(req)
    const list: SessionList = toSessionList(await deps.sessions.list(accountId), sessionId)
    res.set('cache-control', 'no-store').json(list)
  })

  router.delete('/sessions/:id', async (req, res) => {
    const { accountId } = await limited(req)
    const id = SessionId.safeParse(req.params.id)
    // Somebody else's session is answered like one that does not exist.
    if (!id.success || !(await deps.sessions.removeOwn(accountId, id.data)))
      throw new AppError('ALREADY_GONE')
    res.status(204).end()
  })

  router.delete('/sessions', async (req, res) => {
    const answer: SessionsEnded = { ended: await endOthers(deps, await limited(req)) }
    res.json(answer)
  })

  async function limited(req: Request): Promise<Session> {
    const session = await deps.requireSession(req)
    await deps.consumeLimit(SETTINGS, session.accountId)
    return session
  }

  return router
}

/** Sign-ins that are under way end as well: the epoch is raised. */
async function endOthers(
  deps: SessionRoutesDeps,
  { accountId, sessionId }: Session,
): Promise<number> {
  const others = (await deps.sessions.list(accountId)).filter((one) => one.sessionId !== sessionId)
  const tell = { kind: 'sessions-ended' as const, data: { count: String(others.length) } }
  const what = { keep: sessionId, ...(others.length > 0 && { tell }) }
  await changeAndEndSessions(deps, accountId, () => ({}), what)
  return others.length
}
