/** Calls for signing in and signing up with a passkey, and for the second factor of a sign-in. */
import type { SignedIn } from '@inkproof/protocol/auth'
import { secondFactorCalls } from '@inkproof/protocol/calls/factors'
import { passkeySignInCalls } from '@inkproof/protocol/calls/passkeys'
import type {
  NewPasskey,
  PasskeySignIn,
  PasskeySignUp,
  SecondFactor,
} from '@inkproof/protocol/factors'
import type {
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@inkproof/protocol/passkey-options'
import { AppError } from '@inkproof/service-kit/app-error'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import type { CreateAccountDeps } from '../accounts/create-account.ts'
import type { CountNewAccount } from '../accounts/new-account-limit.ts'
import type { Caller } from '../callers/caller.ts'
import type { Verification } from '../captcha/verification.ts'
import { requestConfirmation } from '../emails/confirm-email.ts'
import { recordChange } from '../events/record-change.ts'
import type { PendingSignIn, SignIn } from '../sessions/complete-sign-in.ts'
import { recordAccountCreated } from '../sign-in/record-account-created.ts'
import type { FactorDeps } from './factor-deps.ts'
import { consumeCodeLimit } from './factor-limits.ts'
import { codesLeftValues } from './recovery-codes.ts'
import { createAuthenticationOptions, createRegistrationOptions } from './relying-party.ts'
import { verifySecondFactor } from './second-factor.ts'
import { planSignUp, signUpWithPasskey } from './sign-up-with-passkey.ts'
import { usePasskey } from './use-passkey.ts'

type Deps = FactorDeps & {
  consumeCaptcha: Verification['consume']
  countNewAccount: CountNewAccount
  requireSpace: CreateAccountDeps['requireSpace']
}

export function implementPasskeySignInCalls(deps: Deps): BoundCall[] {
  const { callerOf } = deps
  return implement(
    { ...passkeySignInCalls, ...secondFactorCalls },
    {
      startPasskeySignIn: ({ req, res }) => startSignIn(deps, callerOf(req, res)),
      signInWithPasskey: ({ body, req, res }) => signIn(deps, body, callerOf(req, res)),
      startPasskeySignUp: ({ body, req, res }) => startSignUp(deps, body, callerOf(req, res)),
      signUpWithPasskey: ({ body, req, res }) => signUp(deps, body, callerOf(req, res)),
      confirmSecondFactor: ({ body, req, res }) =>
        confirmSecondFactor(deps, body, callerOf(req, res)),
    },
  )
}

async function startSignIn(deps: Deps, { browserId }: Caller): Promise<PasskeyRequestOptions> {
  const options = await createAuthenticationOptions(deps.party)
  await deps.challenges.store('sign-in', browserId, options.challenge)
  return options
}

async function signIn(deps: Deps, { passkey }: PasskeySignIn, caller: Caller): Promise<SignedIn> {
  const { account } = await usePasskey(
    deps,
    { purpose: 'sign-in', browserId: caller.browserId },
    passkey,
  )
  return finish(deps, { account, method: 'passkey', caller })
}

async function startSignUp(
  deps: Deps,
  request: PasskeySignUp,
  caller: Caller,
): Promise<PasskeyCreationOptions> {
  const isHuman = await deps.consumeCaptcha(request.turnstileToken, 'register', caller)
  await deps.countNewAccount(caller.network)
  const { owner, subject } = await planSignUp(deps, request, isHuman)
  const options = await createRegistrationOptions(deps.party, owner)
  await deps.challenges.store('sign-up', caller.browserId, options.challenge, subject)
  return options
}

async function signUp(deps: Deps, { passkey }: NewPasskey, caller: Caller): Promise<SignedIn> {
  const account = await signUpWithPasskey(deps, caller, passkey)
  await recordAccountCreated(deps, account, 'passkey', caller)
  await requestConfirmation(deps, account)
  const signIn = { account, method: 'passkey', caller, isNew: true } as const
  return (await deps.finishSignIn(signIn)).data
}

async function confirmSecondFactor(
  deps: Deps,
  submitted: SecondFactor,
  caller: Caller,
): Promise<SignedIn> {
  const pending = await countAttempt(deps, submitted, caller)
  const account = await verifySecondFactor(deps, pending, submitted)
  if (!(await deps.pending.finish(submitted.id))) throw new AppError('SIGN_IN_EXPIRED')
  if ('recoveryCode' in submitted) {
    await recordChange(deps, 'recovery-code-used', account, caller, codesLeftValues(account))
  }
  return finish(deps, { account, method: pending.way, caller, hasSecondFactor: true })
}

/**
 * Counts an attempt to complete a pending sign-in, and returns that sign-in.
 *
 * @throws AppError SIGN_IN_EXPIRED, TOO_MANY_REQUESTS
 */
async function countAttempt(
  deps: Deps,
  submitted: SecondFactor,
  caller: Caller,
): Promise<PendingSignIn> {
  const pending = await deps.pending.attempt(submitted.id, caller.browserId)
  const account = pending && (await deps.accounts.find(pending.accountId))
  if (!pending || !account) throw new AppError('SIGN_IN_EXPIRED')
  if ('code' in submitted) await consumeCodeLimit(deps.consumeLimit, account, caller)
  return pending
}

/** Completes a sign-in whose second factor was verified, or a sign-in by passkey, which needs no second factor. */
async function finish({ finishSignIn }: Deps, signIn: Omit<SignIn, 'isNew'>): Promise<SignedIn> {
  const { status, data } = await finishSignIn(signIn)
  if (status === 202)
    throw new Error('finishSignIn requested a second factor that this sign-in does not need')
  return data
}
