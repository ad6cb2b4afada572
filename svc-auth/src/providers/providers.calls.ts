/** Calls for signing in with the identity provider and linking its accounts. */
import { providerCalls, signInOptionCalls } from '@inkproof/protocol/calls/providers'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import type { CallerOf } from '../callers/caller.http.ts'
import type { Caller } from '../callers/caller.ts'
import type { FinishSignIn, SignInResult } from '../sessions/finish-sign-in.ts'
import { recordAccountCreated } from '../sign-in/record-account-created.ts'
import type { Result } from './attempts.ts'
import { type LinkProviderDeps, linkProvider, unlinkProvider } from './link-provider.ts'
import {
  handleCallback,
  type ProviderRedirectDeps,
  startAttemptByCall,
  startAttemptByNavigation,
} from './provider-redirect.ts'
import { type SignInWithProviderDeps, signInWithProvider } from './sign-in-with-provider.ts'

export type SignInOptionCallsDeps = Omit<LinkProviderDeps, 'name'> & { callerOf: CallerOf }

export type ProviderCallsDeps = SignInOptionCallsDeps &
  ProviderRedirectDeps &
  SignInWithProviderDeps & { finishSignIn: FinishSignIn }

/** Calls that also work without a provider. `name` is the provider's name, if one is configured. */
export function implementSignInOptionCalls(
  deps: SignInOptionCallsDeps,
  name: string | undefined,
): BoundCall[] {
  return implement(signInOptionCalls, {
    showSignInOptions: () => ({ provider: name === undefined ? null : { name } }),
    unlinkProvider: ({ session, params, req, res }) =>
      unlinkProvider(deps, { session, caller: deps.callerOf(req, res) }, params.id),
  })
}

export function implementProviderCalls(deps: ProviderCallsDeps): BoundCall[] {
  const { callerOf } = deps
  return implement(providerCalls, {
    startProviderSignIn: ({ query, req, res }) =>
      startAttemptByNavigation(deps, {
        browserId: callerOf(req, res).browserId,
        returnTo: query.returnTo,
      }),
    returnFromProvider: ({ req, res }) => {
      const [, query = ''] = req.originalUrl.split('?', 2)
      return handleCallback(deps, query, callerOf(req, res).browserId)
    },
    finishProviderSignIn: ({ body, req, res }) => signIn(deps, body.code, callerOf(req, res)),
    startProviderLink: async ({ session, body, req, res }) => {
      const { browserId } = callerOf(req, res)
      const attempt = { browserId, returnTo: body.returnTo, linkTo: session.accountId }
      return { location: await startAttemptByCall(deps, attempt) }
    },
    finishProviderLink: ({ session, body, req, res }) =>
      link(deps, { session, caller: callerOf(req, res) }, body.code),
  })
}

async function signIn(
  deps: ProviderCallsDeps,
  code: string,
  caller: Caller,
): Promise<SignInResult<boolean>> {
  const { person, linkTo } = await consumeResult(deps, code, caller)
  if (linkTo !== undefined) throw new AppError('PROVIDER_RETURN_EXPIRED')
  const result = await signInWithProvider(deps, person)
  if (result.isNew) await recordAccountCreated(deps, result.account, 'provider', caller)
  return deps.finishSignIn({ ...result, method: 'provider', caller })
}

async function link(
  deps: ProviderCallsDeps,
  { session, caller }: { session: Session; caller: Caller },
  code: string,
): Promise<void> {
  const { person, linkTo } = await consumeResult(deps, code, caller)
  if (linkTo !== session.accountId) throw new AppError('PROVIDER_RETURN_EXPIRED')
  await linkProvider(deps, { session, caller }, person)
}

/**
 * Returns the result for a one-time code.
 *
 * @throws AppError PROVIDER_RETURN_EXPIRED unless this browser started the attempt.
 */
async function consumeResult(
  { attempts }: Pick<ProviderCallsDeps, 'attempts'>,
  code: string,
  { browserId }: Caller,
): Promise<Result> {
  const result = await attempts.consumeResult(code)
  if (result?.mark !== browserId) throw new AppError('PROVIDER_RETURN_EXPIRED')
  return result
}
