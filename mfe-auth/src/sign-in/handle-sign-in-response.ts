import type { SecondFactorNeeded, SignInResponse } from '@inkproof/protocol/auth'
import { openAuth, signedIn, useAuthDialog } from '@inkproof/slice'
import { create } from 'zustand'
import { rememberVisitor } from './returning-visitor.ts'

/** A sign-in that still requires its second factor. */
export type PendingSignIn = SecondFactorNeeded['secondFactor']

/** The pending sign-in for which the auth dialog asks for the second factor, or null. */
export const usePendingSignIn = create<{ pending: PendingSignIn | null }>()(() => ({
  pending: null,
}))

/**
 * Handles the response of every sign-in method: signs the user in, or shows the auth dialog, which asks for the
 * second factor.
 */
export function handleSignInResponse(response: SignInResponse): void {
  if ('token' in response) {
    rememberVisitor()
    signedIn(response.user, response.token)
    return
  }
  usePendingSignIn.setState({ pending: response.secondFactor })
  if (!useAuthDialog.getState().open) void openAuth()
}

/** Discards a pending sign-in, for example when the dialog is closed or shows another form. */
export function discardPendingSignIn(): void {
  usePendingSignIn.setState({ pending: null })
}
