/** Calls for the wallets of the signed-in account. */
import { linkedWalletCalls } from '@inkproof/protocol/calls/wallets'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import { toAccountView } from '../accounts/to-account-view.ts'
import type { CallerOf } from '../callers/caller.http.ts'
import type { Sessions } from '../session-store/session-store.ts'
import {
  type LinkWalletDeps,
  linkWallet,
  requireReauthenticationWallet,
  unlinkWallet,
} from './link-wallet.ts'
import { type VerifyCallerWalletDeps, verifyCallerWallet } from './verify-caller-wallet.ts'

export type LinkedWalletCallsDeps = VerifyCallerWalletDeps &
  LinkWalletDeps & { sessions: Sessions; callerOf: CallerOf }

export function implementLinkedWalletCalls(deps: LinkedWalletCallsDeps): BoundCall[] {
  const { accounts, callerOf, now } = deps
  return implement(linkedWalletCalls, {
    linkWallet: async ({ session, body, req, res }) => {
      const caller = callerOf(req, res)
      const address = await verifyCallerWallet(deps, body, 'link', caller)
      return toAccountView(await linkWallet(deps, { session, caller }, address))
    },
    unlinkWallet: async ({ session, params, req, res }) => {
      const context = { session, caller: callerOf(req, res) }
      return toAccountView(await unlinkWallet(deps, context, params.address))
    },
    reauthenticateWithWallet: async ({ session, body, req, res }) => {
      const address = await verifyCallerWallet(deps, body, 'prove', callerOf(req, res))
      await requireReauthenticationWallet(accounts, session.accountId, address)
      await deps.sessions.update(session, { provedAtMs: now().getTime() })
    },
  })
}
