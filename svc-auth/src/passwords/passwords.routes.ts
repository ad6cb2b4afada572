/** POST /password: authenticate, limit, parse, one verb, answer. */
import { SetPasswordRequest } from '@inkproof/protocol/passwords'
import type { Limit } from '@inkproof/service-kit/limit'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import type { Kit } from '../kit.ts'
import { type SetPasswordDeps, setPassword } from './set-password.ts'

export type PasswordRoutesDeps = SetPasswordDeps & Pick<Kit, 'take' | 'requireSession' | 'callerOf'>

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
    await deps.take(SET_PASSWORD, session.accountId)
    await setPassword(deps, session, request, deps.callerOf(req, res))
    res.status(204).end()
  })

  return router
}
