import type { SecondFactorNeeded, SignInAnswer } from '@inkproof/protocol/auth'
import { openAuth, signedIn, useAuthDialog } from '@inkproof/slice'
import { create } from 'zustand'

/** A sign-in whose first factor was right, and which waits for the second. */
export type PendingSignIn = SecondFactorNeeded['secondFactor']

/** What the auth dialog asks the second factor for; null while there is nothing to ask. */
export const usePendingSignIn = create<{ pending: PendingSignIn | null }>()(() => ({
  pending: null,
}))

/**
 * What every way of signing in ends with: the person is signed in, or the auth dialog (opened where it is
 * not) asks for the second factor.
 */
export function takeAnswer(answer: SignInAnswer): void {
  if ('token' in answer) {
    signedIn(answer.user, answer.token)
    return
  }
  usePendingSignIn.setState({ pending: answer.secondFactor })
  if (!useAuthDialog.getState().open) void openAuth()
}

/** Forgets a sign-in under way, as when the dialog is closed or left for another form. */
export function dropPendingSignIn(): void {
  usePendingSignIn.setState({ pending: null })
}
