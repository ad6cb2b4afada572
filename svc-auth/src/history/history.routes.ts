/** /history: what happened to one's own account. */

import type { HistoryPage } from '@inkproof/protocol/profile'
import type { RequireSession } from '@inkproof/service-kit/auth'
import type { Limit, TakeLimit } from '@inkproof/service-kit/limit'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import { z } from 'zod'
import type { History } from './history.ts'

export type HistoryRoutesDeps = { consumeLimit: TakeLimit; requireSession: RequireSession } & {
  history: History
}

const Query = z.strictObject({ before: z.string().max(300).optional() })

const READ: Limit = {
  name: 'history',
  max: 300,
  windowSeconds: 5 * 60,
  whenRedisFails: 'closed',
}

export function historyRoutes(deps: HistoryRoutesDeps): Router {
  const router = createRouter()

  router.get('/history', async (req, res) => {
    const { accountId } = await deps.requireSession(req)
    await deps.consumeLimit(READ, accountId)
    const { before } = parse(Query, req.query)
    const page: HistoryPage = await deps.history.page(accountId, before)
    res.set('cache-control', 'no-store').json(page)
  })

  return router
}
