/** Signing in with the outside provider, and linking an outside account. */
import { providerCalls, signInOptionCalls } from '@inkproof/protocol/calls/providers'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import type { CallerOf } from '../callers/caller.http.ts'
import type { Caller } from '../callers/caller.ts'
import type { FinishSignIn, SignInResult } from '../sessions/finish-sign-in.ts'
import { noteCreated } from '../sign-in/note-created.ts'
import { type AtProviderDeps, comeBack, leaveByCall, leaveOrReturn } from './at-provider.ts'
import type { Result } from './attempts.ts'
import { type LinkProviderDeps, linkProvider, unlinkProvider } from './link-provider.ts'
import { type SignInWithProviderDeps, signInWithProvider } from './sign-in-with-provider.ts'

export type SignInOptionCallsDeps = Omit<LinkProviderDeps, 'name'> & { callerOf: CallerOf }

export type ProviderCallsDeps = SignInOptionCallsDeps &
  AtProviderDeps &
  SignInWithProviderDeps & { finishSignIn: FinishSignIn }

/** What works without a provider too. `name` is the provider's, where one is configured. */
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
      leaveOrReturn(deps, { mark: callerOf(req, res).mark, returnTo: query.returnTo }),
    returnFromProvider: ({ req, res }) => {
      const [, query = ''] = req.originalUrl.split('?', 2)
      return comeBack(deps, query, callerOf(req, res).mark)
    },
    finishProviderSignIn: ({ body, req, res }) => signIn(deps, body.code, callerOf(req, res)),
    startProviderLink: async ({ session, body, req, res }) => {
      const { mark } = callerOf(req, res)
      const leaving = { mark, returnTo: body.returnTo, linkTo: session.accountId }
      return { location: await leaveByCall(deps, leaving) }
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
  const { person, linkTo } = await takeResult(deps, code, caller)
  if (linkTo !== undefined) throw new AppError('PROVIDER_RETURN_EXPIRED')
  const found = await signInWithProvider(deps, person)
  if (found.isNew) await noteCreated(deps, found.account, 'provider', caller)
  return deps.finishSignIn({ ...found, way: 'provider', caller })
}

async function link(
  deps: ProviderCallsDeps,
  { session, caller }: { session: Session; caller: Caller },
  code: string,
): Promise<void> {
  const { person, linkTo } = await takeResult(deps, code, caller)
  if (linkTo !== session.accountId) throw new AppError('PROVIDER_RETURN_EXPIRED')
  await linkProvider(deps, { session, caller }, person)
}

/** What the code stands for. @throws AppError PROVIDER_RETURN_EXPIRED unless this browser began */
async function takeResult(
  { attempts }: Pick<ProviderCallsDeps, 'attempts'>,
  code: string,
  { mark }: Caller,
): Promise<Result> {
  const result = await attempts.takeResult(code)
  if (result?.mark !== mark) throw new AppError('PROVIDER_RETURN_EXPIRED')
  return result
}
