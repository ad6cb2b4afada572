/** /logout: ends the session that asks. */
import type { RequireSession } from '@inkproof/service-kit/auth'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import type { Sessions } from './sessions.ts'

export type SessionRoutesDeps = { sessions: Sessions; requireSession: RequireSession }

export function sessionRoutes(deps: SessionRoutesDeps): Router {
  const router = createRouter()

  router.post('/logout', async (req, res) => {
    const { sessionId } = await deps.requireSession(req)
    await deps.sessions.remove(sessionId)
    res.status(204).end()
  })

  return router
}
