/** Calls for registering and signing in with a password. */
import { signInCalls } from '@inkproof/protocol/calls/sign-in'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import type { ConsumeLimit } from '@inkproof/service-kit/limit'
import { recordHumanVerification } from '../accounts/verified-person.ts'
import type { CallerOf } from '../callers/caller.http.ts'
import type { Verification } from '../captcha/verification.ts'
import { requestConfirmation } from '../emails/confirm-email.ts'
import type { FinishSignIn } from '../sessions/finish-sign-in.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { consumeLoginLimit } from './limits.ts'
import { login } from './login.ts'
import { type RecordAccountCreatedDeps, recordAccountCreated } from './record-account-created.ts'
import { type RegisterDeps, register } from './register.ts'

export type SignInCallsDeps = {
  consumeLimit: ConsumeLimit
  callerOf: CallerOf
  finishSignIn: FinishSignIn
  tokens: Tokens
} & RegisterDeps &
  RecordAccountCreatedDeps & { consumeCaptcha: Verification['consume'] }

export function implementSignInCalls(deps: SignInCallsDeps): BoundCall[] {
  return implement(signInCalls, {
    register: async ({ body, req, res }) => {
      const caller = deps.callerOf(req, res)
      const isHuman = await deps.consumeCaptcha(body.turnstileToken, 'register', caller)
      const account = await register(deps, body, caller.network, isHuman)
      await recordAccountCreated(deps, account, 'password', caller)
      await requestConfirmation(deps, account)
      const signIn = { account, method: 'password', caller, isNew: true } as const
      return (await deps.finishSignIn(signIn)).data
    },
    login: async ({ body, req, res }) => {
      const caller = deps.callerOf(req, res)
      const isHuman = await deps.consumeCaptcha(body.turnstileToken, 'login', caller)
      await consumeLoginLimit(deps.consumeLimit, caller.network, body.email)
      const account = await login(deps.accounts, body)
      const verified = isHuman ? await recordHumanVerification(deps, account) : account
      return deps.finishSignIn({ account: verified, method: 'password', caller })
    },
  })
}
