import type { Response } from 'express'
import { completeSignIn, type SignIn, type SignInDeps } from './complete-sign-in.ts'

/** Ends every way of signing in: answers `SignedIn` (200, 201 for a new account) or `SecondFactorNeeded` (202). */
export type AnswerSignIn = (res: Response, signIn: SignIn) => Promise<void>

export function createAnswerSignIn(deps: SignInDeps): AnswerSignIn {
  return async (res, signIn) => {
    const answer = await completeSignIn(deps, signIn)
    const status = 'secondFactor' in answer ? 202 : signIn.isNew ? 201 : 200
    res.status(status).set('cache-control', 'no-store').json(answer)
  }
}
