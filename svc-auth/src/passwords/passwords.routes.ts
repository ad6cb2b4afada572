/** POST /password: authenticate, limit, parse, one verb, answer. */

import { SetPasswordRequest } from '@inkproof/protocol/passwords'
import type { RequireSession } from '@inkproof/service-kit/auth'
import type { Limit, TakeLimit } from '@inkproof/service-kit/limit'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import type { CallerOf } from '../callers/caller.http.ts'
import { type SetPasswordDeps, setPassword } from './set-password.ts'

export type PasswordRoutesDeps = SetPasswordDeps & {
  consumeLimit: TakeLimit
  requireSession: RequireSession
  callerOf: CallerOf
}

/** Whoever holds a session that is not theirs cannot guess its password by this call. */
const SET_PASSWORD: Limit = {
  name: 'set-password',
  max: 20,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
}

export function passwordRoutes(deps: PasswordRoutesDeps): Router {
  const router = createRouter()

  router.post('/password', async (req, res) => {
    const session = await deps.requireSession(req)
    const request = parse(SetPasswordRequest, req.body)
    await deps.consumeLimit(SET_PASSWORD, session.accountId)
    await setPassword(deps, session, request, deps.callerOf(req, res))
    res.status(204).end()
  })

  return router
}
