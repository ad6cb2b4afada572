/** /emails, /email-test: what was mailed to oneself, and a test of it. */

import type { SentMails } from '@inkproof/protocol/mail'
import { AppError } from '@inkproof/service-kit/app-error'
import type { RequireSession } from '@inkproof/service-kit/auth'
import type { Limit, TakeLimit } from '@inkproof/service-kit/limit'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import type { AccountStore } from '../accounts/account-store.ts'
import { mustFind } from '../accounts/must-find.ts'
import type { CallerOf } from '../callers/caller.http.ts'
import type { LocateIp } from '../callers/locate-ip.ts'
import type { Events } from '../events/events.ts'
import { identitiesOf } from '../ways/ways.ts'
import type { SentMailList } from './sent-mails.ts'

export type MailRoutesDeps = {
  consumeLimit: TakeLimit
  requireSession: RequireSession
  accounts: AccountStore
  events: Events
  callerOf: CallerOf
  locateIp: LocateIp
} & { mails: SentMailList }

const closed = { whenRedisFails: 'closed' } as const
const TEST: Limit = { name: 'email-test', max: 10, windowSeconds: 60 * 60, ...closed }
/** The page asks every second while a mail is on its way. */
const READ: Limit = { name: 'emails', max: 600, windowSeconds: 5 * 60, ...closed }

export function mailRoutes(deps: MailRoutesDeps): Router {
  const router = createRouter()

  router.get('/emails', async (req, res) => {
    const { accountId } = await deps.requireSession(req)
    await deps.consumeLimit(READ, accountId)
    const account = await mustFind(deps.accounts, accountId)
    const answer: SentMails = { mails: await deps.mails.list(accountId, identitiesOf(account)) }
    res.set('cache-control', 'no-store').json(answer)
  })

  router.post('/email-test', async (req, res) => {
    const { accountId } = await deps.requireSession(req)
    const caller = deps.callerOf(req, res)
    const account = await mustFind(deps.accounts, accountId)
    if (!account.email) throw new AppError('EMAIL_MISSING')
    await deps.consumeLimit(TEST, accountId)
    const id = await deps.events.record({
      accountId,
      kind: 'test-mail',
      mailTo: account.email,
      data: { device: caller.device, place: deps.locateIp(caller.address) },
    })
    res
      .status(202)
      .set('cache-control', 'no-store')
      .json(await deps.mails.findEvent(accountId, id))
  })

  router.get('/email-test/:id', async (req, res) => {
    const { accountId } = await deps.requireSession(req)
    await deps.consumeLimit(READ, accountId)
    const mail = await deps.mails.findEvent(accountId, req.params.id)
    if (!mail) throw new AppError('NOT_FOUND')
    res.set('cache-control', 'no-store').json(mail)
  })

  return router
}
