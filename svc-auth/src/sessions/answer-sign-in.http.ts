import type { SecondFactorNeeded, SignedIn } from '@inkproof/protocol/auth'
import type { Response } from 'express'
import { completeSignIn, type SignIn, type SignInDeps } from './complete-sign-in.ts'

/** The answer that ends a way of signing in. An account that this call has created has no second factor. */
export type SignInResult<IsNew extends boolean = boolean> = IsNew extends true
  ? { status: 201; data: SignedIn }
  : { status: 200; data: SignedIn } | { status: 202; data: SecondFactorNeeded }

/** Ends every way of signing in: starts the session, or asks for the second factor. */
export type FinishSignIn = <IsNew extends boolean = false>(
  signIn: SignIn & { isNew?: IsNew },
) => Promise<SignInResult<IsNew>>

export function createFinishSignIn(deps: SignInDeps): FinishSignIn {
  return async <IsNew extends boolean>(signIn: SignIn & { isNew?: IsNew }) => {
    const data = await completeSignIn(deps, signIn)
    const result: SignInResult =
      'secondFactor' in data ? { status: 202, data } : { status: signIn.isNew ? 201 : 200, data }
    return result as SignInResult<IsNew>
  }
}

/** Ends every way of signing in: answers `SignedIn` (200, 201 for a new account) or `SecondFactorNeeded` (202). */
export type AnswerSignIn = (res: Response, signIn: SignIn) => Promise<void>

/** {@link FinishSignIn} for routes that answer by themselves. */
export function createAnswerSignIn(finishSignIn: FinishSignIn): AnswerSignIn {
  return async (res, signIn) => {
    const { status, data } = await finishSignIn(signIn)
    res.status(status).set('cache-control', 'no-store').json(data)
  }
}
