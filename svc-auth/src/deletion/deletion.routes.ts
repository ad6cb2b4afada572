/** /deletion: asks for the end of one's account, and takes that back. */

import { type Deletion, DeletionRequest } from '@inkproof/protocol/profile'
import type { RequireSession } from '@inkproof/service-kit/auth'
import { requireProof } from '@inkproof/service-kit/auth'
import type { Limit, TakeLimit } from '@inkproof/service-kit/limit'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import { type AskDeletionDeps, askDeletion, cancelDeletion } from './ask-deletion.ts'

export type DeletionRoutesDeps = {
  consumeLimit: TakeLimit
  requireSession: RequireSession
} & AskDeletionDeps

/** Each may send a mail. */
const CHANGE: Limit = {
  name: 'deletion',
  max: 20,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
}

export function deletionRoutes(deps: DeletionRoutesDeps): Router {
  const router = createRouter()

  router.post('/deletion', async (req, res) => {
    const session = await deps.requireSession(req)
    requireProof(session, deps.now())
    await deps.consumeLimit(CHANGE, session.accountId)
    parse(DeletionRequest, req.body)
    const deleteAt = await askDeletion(deps, session)
    const answer: Deletion = { deleteAt: deleteAt.toISOString() }
    res.set('cache-control', 'no-store').json(answer)
  })

  // Asks for no proof: keeping an account harms nobody, and losing one by a forgotten password would.
  router.delete('/deletion', async (req, res) => {
    const { accountId } = await deps.requireSession(req)
    await deps.consumeLimit(CHANGE, accountId)
    await cancelDeletion(deps, accountId)
    res.status(204).end()
  })

  return router
}
