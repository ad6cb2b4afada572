/** Calls for the authenticator app, recovery codes, and removing the password. */
import { authenticatorAppCalls } from '@inkproof/protocol/calls/factors'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import { describeChange, recordChange } from '../events/record-change.ts'
import { removePassword } from '../passwords/remove-password.ts'
import type { FactorDeps } from './factor-deps.ts'
import {
  confirmAuthenticatorApp,
  removeAuthenticatorApp,
  renewRecoveryCodes,
  startAuthenticatorAppSetup,
} from './manage-authenticator-app.ts'

export function implementAuthenticatorAppCalls(deps: FactorDeps): BoundCall[] {
  const { callerOf } = deps
  return implement(authenticatorAppCalls, {
    setUpApp: ({ session }) => startAuthenticatorAppSetup(deps, session.accountId),
    confirmApp: async ({ session: { accountId }, body, req, res }) => {
      const caller = callerOf(req, res)
      const user = { accountId, browserId: caller.browserId }
      const { account, recoveryCodes } = await confirmAuthenticatorApp(deps, user, body.code)
      await recordChange(deps, 'app-added', account, caller)
      return { recoveryCodes }
    },
    removeApp: async ({ session, req, res }) => {
      const account = await removeAuthenticatorApp(deps, session.accountId)
      await recordChange(deps, 'app-removed', account, callerOf(req, res))
    },
    renewRecoveryCodes: async ({ session, req, res }) => {
      const { account, recoveryCodes } = await renewRecoveryCodes(deps, session.accountId)
      await recordChange(deps, 'recovery-codes-made', account, callerOf(req, res))
      return { recoveryCodes }
    },
    removePassword: async ({ session: { accountId, sessionId: keep }, req, res }) => {
      const notice = describeChange(deps, 'way-removed', callerOf(req, res), { way: 'password' })
      await removePassword(deps, accountId, { keep, notice })
    },
  })
}
