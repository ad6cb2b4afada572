import type { SecondFactorNeeded, SignedIn } from '@inkproof/protocol/auth'
import { completeSignIn, type SignIn, type SignInDeps } from './complete-sign-in.ts'

/** The response to a sign-in. An account created in this call has no second factor. */
export type SignInResult<IsNew extends boolean = boolean> = IsNew extends true
  ? { status: 201; data: SignedIn }
  : { status: 200; data: SignedIn } | { status: 202; data: SecondFactorNeeded }

/** The last step of every kind of sign-in: starts the session, or requires the second factor. */
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
