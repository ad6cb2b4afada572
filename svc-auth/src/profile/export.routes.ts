/** /export: everything kept about the person who asks. */

import type { RequireSession } from '@inkproof/service-kit/auth'
import { requireProof } from '@inkproof/service-kit/auth'
import type { TakeLimit } from '@inkproof/service-kit/limit'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import { type ExportDeps, exportAccount } from './export-account.ts'
import { EXPORT } from './limits.ts'

export type ExportRoutesDeps = {
  consumeLimit: TakeLimit
  requireSession: RequireSession
} & ExportDeps

export function exportRoutes(deps: ExportRoutesDeps): Router {
  const router = createRouter()

  router.get('/export', async (req, res) => {
    const session = await deps.requireSession(req)
    requireProof(session, deps.now())
    await deps.consumeLimit(EXPORT, session.accountId)
    const everything = await exportAccount(deps, session.accountId)
    res.set('cache-control', 'no-store').json(everything)
  })

  return router
}
