/** /email: the address of an account; its links. Limit, parse, one verb, answer. */

import { ChangeEmailRequest, EmailLinkRequest } from '@inkproof/protocol/emails'
import { AppError } from '@inkproof/service-kit/app-error'
import type { RequireSession } from '@inkproof/service-kit/auth'
import { requireProof } from '@inkproof/service-kit/auth'
import type { Limit, TakeLimit } from '@inkproof/service-kit/limit'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Request, Response, Router } from 'express'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { mustFind } from '../accounts/must-find.ts'
import type { CallerOf } from '../callers/caller.http.ts'
import { askChange, callOff } from './change-email.ts'
import { askToConfirm } from './confirm-email.ts'
import { emailSettings } from './email-settings.ts'
import { applyLink, type LinkDeps, lookAtLink } from './use-link.ts'

export type EmailRoutesDeps = LinkDeps & {
  consumeLimit: TakeLimit
  requireSession: RequireSession
  callerOf: CallerOf
}

const HOUR_SECONDS = 60 * 60
const closed = { whenRedisFails: 'closed' } as const
const READ: Limit = { name: 'email', max: 600, windowSeconds: 300, ...closed }
const CONFIRMATIONS: Limit = {
  name: 'email-confirmations',
  max: 5,
  windowSeconds: HOUR_SECONDS,
  ...closed,
}
const CHANGES: Limit = { name: 'email-changes', max: 5, windowSeconds: HOUR_SECONDS, ...closed }
const CALLED_OFF: Limit = {
  name: 'email-called-off',
  max: 60,
  windowSeconds: HOUR_SECONDS,
  ...closed,
}
/** Mails that strangers can make us send to one address: they use up nothing of what its account may ask for. */
const TO_OTHERS: Limit = { name: 'email-to', max: 5, windowSeconds: HOUR_SECONDS, ...closed }
const LINKS: Limit = { name: 'email-links', max: 120, windowSeconds: 900, ...closed }

export function emailRoutes(deps: EmailRoutesDeps): Router {
  const router = createRouter()

  router.get('/email', async (req, res) => {
    const { accountId } = await deps.requireSession(req)
    await deps.consumeLimit(READ, accountId)
    await answer(res, await accountOf(accountId))
  })

  router.post('/email', async (req, res) => {
    const session = await deps.requireSession(req)
    const { email } = parse(ChangeEmailRequest, req.body)
    requireProof(session, deps.now())
    const account = await accountOf(session.accountId)
    await deps.consumeLimit(CHANGES, account._id)
    await deps.consumeLimit(TO_OTHERS, emailIdentity(email))
    await askChange(deps, account, email, deps.callerOf(req, res))
    await answer(res.status(202), account)
  })

  router.delete('/email/pending', async (req, res) => {
    const { accountId } = await deps.requireSession(req)
    await deps.consumeLimit(CALLED_OFF, accountId)
    const account = await accountOf(accountId)
    await callOff(deps, accountId)
    await answer(res, account)
  })

  router.post('/email/confirmation', async (req, res) => {
    const account = await accountOf((await deps.requireSession(req)).accountId)
    if (!account.email) throw new AppError('EMAIL_MISSING')
    await deps.consumeLimit(CONFIRMATIONS, account._id)
    await askToConfirm(deps, account)
    await answer(res.status(202), account)
  })

  async function accountOf(accountId: string): Promise<AccountRow> {
    const account = await mustFind(deps.accounts, accountId)
    return account
  }

  async function answer(res: Response, account: AccountRow): Promise<void> {
    const settings = await emailSettings(deps.links, account)
    res.set('cache-control', 'no-store').json(settings)
  }

  addLinkRoutes(router, deps)
  return router
}

function addLinkRoutes(router: Router, deps: EmailRoutesDeps): void {
  router.post('/email/link/check', async (req, res) => {
    const link = await lookAtLink(deps, await linkOf(req, res))
    res.set('cache-control', 'no-store').json(link)
  })

  router.post('/email/link', async (req, res) => {
    const request = await linkOf(req, res)
    const link = await applyLink(deps, request, () => deps.requireSession(req))
    res.set('cache-control', 'no-store').json(link)
  })

  async function linkOf(req: Request, res: Response) {
    await deps.consumeLimit(LINKS, deps.callerOf(req, res).network)
    return parse(EmailLinkRequest, req.body)
  }
}
