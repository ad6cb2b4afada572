import { create } from 'zustand'
import { useSession } from './session.ts'

/** The forms of the auth dialog. */
export type AuthMode = 'login' | 'register' | 'wallet' | 'forgot-password'

/** Titles and descriptions that name what the user is about to do, by form; other forms keep their own. */
export type AuthHeadings = Partial<Record<AuthMode, { title: string; description: string }>>

type AuthDialog = {
  open: boolean
  /** The form it starts with. */
  mode: AuthMode
  headings?: AuthHeadings | undefined
  /** Set by the auth slice if the dialog's last sign-in created the account. */
  isNewAccount?: boolean
}

/** State of the auth dialog. */
export const useAuthDialog = create<AuthDialog>()(() => ({ open: false, mode: 'login' }))

let waiting: ((isSignedIn: boolean) => void)[] = []

/**
 * Opens the auth dialog, with the sign-in form by default. With `headings.register`, a visitor who has never signed in
 * with this browser gets the registration form instead of the sign-in form. Resolves with true once the user is signed
 * in (immediately if they already are), and with false when the dialog is closed without signing in.
 */
export function openAuth(mode: AuthMode = 'login', headings?: AuthHeadings): Promise<boolean> {
  if (useSession.getState().status === 'signed-in') return Promise.resolve(true)
  useAuthDialog.setState({ open: true, mode, headings, isNewAccount: false })
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
