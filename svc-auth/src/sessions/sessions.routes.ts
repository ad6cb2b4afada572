/** /logout: ends the session that asks. */

import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import type { Kit } from '../kit.ts'

export type SessionRoutesDeps = Pick<Kit, 'sessions' | 'requireSession'>

export function sessionRoutes(deps: SessionRoutesDeps): Router {
  const router = createRouter()

  router.post('/logout', async (req, res) => {
    const { sessionId } = await deps.requireSession(req)
    await deps.sessions.remove(sessionId)
    res.status(204).end()
  })

  return router
}
