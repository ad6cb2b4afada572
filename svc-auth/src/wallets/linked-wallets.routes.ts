/** /wallets and /prove/wallet: the wallets of whoever is signed in. */
import { SignedMessage, WalletAddress } from '@inkproof/protocol/wallets'
import { requireProof } from '@inkproof/service-kit/auth'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import { toAccountView } from '../accounts/to-account-view.ts'
import { WALLET_ACCOUNT } from './limits.ts'
import { linkWallet, requireLinked, unlinkWallet } from './link-wallet.ts'
import { proveWallet, type WalletRoutesDeps } from './wallets.routes.ts'

export function linkedWalletRoutes(deps: WalletRoutesDeps): Router {
  const router = createRouter()

  router.post('/wallets', async (req, res) => {
    const session = await deps.requireSession(req)
    requireProof(session, deps.now())
    await deps.consumeLimit(WALLET_ACCOUNT, session.accountId)
    const signed = parse(SignedMessage, req.body)
    const caller = deps.callerOf(req, res)
    const address = await proveWallet(deps, signed, 'link', caller)
    res.json(toAccountView(await linkWallet(deps, { session, caller }, address)))
  })

  router.delete('/wallets/:address', async (req, res) => {
    const session = await deps.requireSession(req)
    requireProof(session, deps.now())
    await deps.consumeLimit(WALLET_ACCOUNT, session.accountId)
    const address = parse(WalletAddress, req.params.address)
    const changer = { session, caller: deps.callerOf(req, res) }
    res.json(toAccountView(await unlinkWallet(deps, changer, address)))
  })

  router.post('/prove/wallet', async (req, res) => {
    const { accountId, sessionId } = await deps.requireSession(req)
    await deps.consumeLimit(WALLET_ACCOUNT, accountId)
    const signed = parse(SignedMessage, req.body)
    const address = await proveWallet(deps, signed, 'prove', deps.callerOf(req, res))
    await requireLinked(deps.accounts, accountId, address)
    await deps.sessions.update(sessionId, { provedAtMs: deps.now().getTime() })
    res.status(204).end()
  })

  return router
}
