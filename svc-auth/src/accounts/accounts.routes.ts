/** /me, /account: the account of whoever asks. */

import type { AccountView } from '@inkproof/protocol/account'
import type { RequireSession } from '@inkproof/service-kit/auth'
import { createRouter } from '@inkproof/service-kit/router'
import type { Request, Router } from 'express'
import type { AccountStore } from './account-store.ts'
import { mustFind } from './must-find.ts'
import { toAccountView } from './to-account-view.ts'
import { toUser } from './to-user.ts'

export type AccountRoutesDeps = { requireSession: RequireSession; accounts: AccountStore }

export function accountRoutes(deps: AccountRoutesDeps): Router {
  const router = createRouter()

  router.get('/me', async (req, res) => {
    const { account, session } = await signedIn(req)
    res.set('cache-control', 'no-store').json({ user: toUser(account, session) })
  })

  router.get('/account', async (req, res) => {
    const { account } = await signedIn(req)
    const view: AccountView = toAccountView(account)
    res.set('cache-control', 'no-store').json(view)
  })

  async function signedIn(req: Request) {
    const session = await deps.requireSession(req)
    const account = await mustFind(deps.accounts, session.accountId)
    return { account, session }
  }

  return router
}
