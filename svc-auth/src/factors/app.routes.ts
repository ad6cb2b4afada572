/** /app, /recovery-codes, /password: the other half of signing in, and doing without a password. */
import { AppConfirmation, type RecoveryCodes } from '@inkproof/protocol/factors'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import { describeChange, recordChange } from '../events/record-change.ts'
import { removePassword } from '../passwords/remove-password.ts'
import { changerOf, type FactorDeps } from './changer.http.ts'
import { beginApp, confirmApp, removeApp, renewRecoveryCodes } from './manage-app.ts'

export function appRoutes(deps: FactorDeps): Router {
  const router = createRouter()

  router.post('/app', async (req, res) => {
    const { session } = await changerOf(deps, req, res)
    res.set('cache-control', 'no-store').json(await beginApp(deps, session.accountId))
  })

  router.post('/app/confirm', async (req, res) => {
    const { session, caller } = await changerOf(deps, req, res)
    const { code } = parse(AppConfirmation, req.body)
    const who = { accountId: session.accountId, mark: caller.mark }
    const { account, recoveryCodes } = await confirmApp(deps, who, code)
    await recordChange(deps, 'app-added', account, caller)
    const answer: RecoveryCodes = { recoveryCodes }
    res.set('cache-control', 'no-store').json(answer)
  })

  router.delete('/app', async (req, res) => {
    const { session, caller } = await changerOf(deps, req, res)
    const account = await removeApp(deps, session.accountId)
    await recordChange(deps, 'app-removed', account, caller)
    res.status(204).end()
  })

  router.post('/recovery-codes', async (req, res) => {
    const { session, caller } = await changerOf(deps, req, res)
    const { account, recoveryCodes } = await renewRecoveryCodes(deps, session.accountId)
    await recordChange(deps, 'recovery-codes-made', account, caller)
    const answer: RecoveryCodes = { recoveryCodes }
    res.set('cache-control', 'no-store').json(answer)
  })

  router.delete('/password', async (req, res) => {
    const { session, caller } = await changerOf(deps, req, res)
    const notice = describeChange(deps, 'way-removed', caller, { way: 'password' })
    await removePassword(deps, session.accountId, { keep: session.sessionId, tell: notice })
    res.status(204).end()
  })

  return router
}
