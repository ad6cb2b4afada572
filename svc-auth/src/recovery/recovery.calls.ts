/** Calls for requesting and using a password-reset link. */
import { recoveryCalls } from '@inkproof/protocol/calls/recovery'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import type { ConsumeLimit, Limit } from '@inkproof/service-kit/limit'
import { emailIdentity } from '../accounts/identities.ts'
import type { CallerOf } from '../callers/caller.http.ts'
import type { Verification } from '../captcha/verification.ts'
import { findReset, type RecoveryDeps, requestReset, resetPassword } from './reset-password.ts'

export type RecoveryCallsDeps = RecoveryDeps & {
  consumeLimit: ConsumeLimit
  callerOf: CallerOf
  consumeCaptcha: Verification['consume']
}

/**
 * Per e-mail address, whether or not an account has it, so that the refusal does not reveal whether one does. More
 * requests are not needed, because links already sent still work.
 */
export const RESET_REQUESTS: Limit = {
  name: 'forgot-account',
  max: 3,
  windowSeconds: 60 * 60,
  isRolling: true,
  whenRedisFails: 'closed',
}

export function implementRecoveryCalls(deps: RecoveryCallsDeps): BoundCall[] {
  return implement(recoveryCalls, {
    forgotPassword: async ({ body: { email, turnstileToken }, req, res }) => {
      const caller = deps.callerOf(req, res)
      await deps.consumeCaptcha(turnstileToken, 'forgot-password', caller)
      await deps.consumeLimit(RESET_REQUESTS, emailIdentity(email))
      await requestReset(deps, email, caller)
    },
    checkResetLink: async ({ body }) => {
      const { account, expiresAt } = await findReset(deps, body.token)
      return { email: account.email ?? '', expiresAt: expiresAt.toISOString() }
    },
    resetPassword: ({ body, req, res }) => resetPassword(deps, body, deps.callerOf(req, res)),
  })
}
