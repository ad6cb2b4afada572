import { create } from 'zustand'
import { useSession } from './session.ts'

/** The forms of the auth dialog. */
export type AuthMode = 'login' | 'register' | 'wallet' | 'forgot-password'

/** Open state of the auth dialog, and the form it starts with. */
export const useAuthDialog = create<{ open: boolean; mode: AuthMode }>()(() => ({
  open: false,
  mode: 'login',
}))

let waiting: ((isSignedIn: boolean) => void)[] = []

/**
 * Opens the auth dialog, with the sign-in form by default. Resolves with true once the user is signed in
 * (immediately if they already are), and with false when the dialog is closed without signing in.
 */
export function openAuth(mode: AuthMode = 'login'): Promise<boolean> {
  if (useSession.getState().status === 'signed-in') return Promise.resolve(true)
  useAuthDialog.setState({ open: true, mode })
  return new Promise((resolve) => waiting.push(resolve))
}

/** Closes the dialog and resolves all pending calls of {@link openAuth}. */
export function closeAuth(): void {
  useAuthDialog.setState({ open: false, mode: 'login' })
  const pending = waiting
  waiting = []
  const isSignedIn = useSession.getState().status === 'signed-in'
  for (const resolve of pending) resolve(isSignedIn)
}

useSession.subscribe((session) => {
  if (session.status === 'signed-in' && useAuthDialog.getState().open) closeAuth()
})
