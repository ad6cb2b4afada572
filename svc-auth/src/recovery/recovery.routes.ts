/** /forgot-password, /reset-password: limit, parse, one verb, answer. */

import {
  ForgotPasswordRequest,
  LinkToken,
  type ResetLink,
  ResetPasswordRequest,
} from '@inkproof/protocol/emails'
import type { TakeLimit } from '@inkproof/service-kit/limit'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import type { CallerOf } from '../callers/caller.http.ts'
import type { Verification } from '../captcha/verification.ts'
import { limitAsk, limitAskAddress, limitLink } from './limits.ts'
import { askReset, lookAtReset, type RecoveryDeps, resetPassword } from './reset-password.ts'

export type RecoveryRoutesDeps = RecoveryDeps & { consumeLimit: TakeLimit; callerOf: CallerOf } & {
  spendCaptcha: Verification['spend']
}

export function recoveryRoutes(deps: RecoveryRoutesDeps): Router {
  const router = createRouter()

  router.post('/forgot-password', async (req, res) => {
    const caller = deps.callerOf(req, res)
    await limitAskAddress(deps.consumeLimit, caller.network)
    const { email, turnstileToken } = parse(ForgotPasswordRequest, req.body)
    await deps.spendCaptcha(turnstileToken, 'forgot-password')
    await limitAsk(deps.consumeLimit, email)
    await askReset(deps, email, caller)
    res.status(204).end()
  })

  router.post('/reset-password/check', async (req, res) => {
    await limitLink(deps.consumeLimit, deps.callerOf(req, res).network)
    const { account, expiresAt } = await lookAtReset(deps, parse(LinkToken, req.body).token)
    const answer: ResetLink = { email: account.email ?? '', expiresAt: expiresAt.toISOString() }
    res.set('cache-control', 'no-store').json(answer)
  })

  router.post('/reset-password', async (req, res) => {
    const caller = deps.callerOf(req, res)
    await limitLink(deps.consumeLimit, caller.network)
    await resetPassword(deps, parse(ResetPasswordRequest, req.body), caller)
    res.status(204).end()
  })

  return router
}
