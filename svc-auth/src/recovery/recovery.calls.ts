/** A forgotten password: requesting a link, and using it. */
import { recoveryCalls } from '@inkproof/protocol/calls/recovery'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import type { Limit, TakeLimit } from '@inkproof/service-kit/limit'
import { emailIdentity } from '../accounts/identities.ts'
import type { CallerOf } from '../callers/caller.http.ts'
import type { Verification } from '../captcha/verification.ts'
import { askReset, lookAtReset, type RecoveryDeps, resetPassword } from './reset-password.ts'

export type RecoveryCallsDeps = RecoveryDeps & {
  consumeLimit: TakeLimit
  callerOf: CallerOf
  spendCaptcha: Verification['spend']
}

/** By e-mail address, whether or not an account has it. More of them help nobody: links already sent still work. */
const REQUESTS: Limit = {
  name: 'forgot-account',
  max: 6,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
}

export function implementRecoveryCalls(deps: RecoveryCallsDeps): BoundCall[] {
  return implement(recoveryCalls, {
    forgotPassword: async ({ body: { email, turnstileToken }, req, res }) => {
      const caller = deps.callerOf(req, res)
      await deps.spendCaptcha(turnstileToken, 'forgot-password')
      await deps.consumeLimit(REQUESTS, emailIdentity(email))
      await askReset(deps, email, caller)
    },
    checkResetLink: async ({ body }) => {
      const { account, expiresAt } = await lookAtReset(deps, body.token)
      return { email: account.email ?? '', expiresAt: expiresAt.toISOString() }
    },
    resetPassword: ({ body, req, res }) => resetPassword(deps, body, deps.callerOf(req, res)),
  })
}
