/** /export: everything kept about the person who asks. */
import { requireProof } from '@inkproof/service-kit/auth'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import type { Kit } from '../kit.ts'
import { type ExportDeps, exportAccount } from './export-account.ts'
import { EXPORT } from './limits.ts'

export type ExportRoutesDeps = Pick<Kit, 'take' | 'requireSession'> & ExportDeps

export function exportRoutes(deps: ExportRoutesDeps): Router {
  const router = createRouter()

  router.get('/export', async (req, res) => {
    const session = await deps.requireSession(req)
    requireProof(session, deps.now())
    await deps.take(EXPORT, session.accountId)
    const everything = await exportAccount(deps, session.accountId)
    res.set('cache-control', 'no-store').json(everything)
  })

  return router
}
