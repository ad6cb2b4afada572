import type { SecondFactorNeeded, SignInAnswer } from '@inkproof/protocol/auth'
import { openAuth, signedIn, useAuthDialog } from '@inkproof/slice'
import { create } from 'zustand'

/** A sign-in whose first factor was verified and that needs the second. */
export type PendingSignIn = SecondFactorNeeded['secondFactor']

/** The pending sign-in for which the auth dialog asks for the second factor, or null. */
export const usePendingSignIn = create<{ pending: PendingSignIn | null }>()(() => ({
  pending: null,
}))

/**
 * Handles the response of every sign-in method: the person is signed in, or the auth dialog (opened if needed) asks
 * for the second factor.
 */
export function handleSignInAnswer(answer: SignInAnswer): void {
  if ('token' in answer) {
    signedIn(answer.user, answer.token)
    return
  }
  usePendingSignIn.setState({ pending: answer.secondFactor })
  if (!useAuthDialog.getState().open) void openAuth()
}

/** Discards a pending sign-in, for example when the dialog is closed or shows another form. */
export function discardPendingSignIn(): void {
  usePendingSignIn.setState({ pending: null })
}
