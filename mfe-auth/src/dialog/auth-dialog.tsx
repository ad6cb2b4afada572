import '../full.css'
import { type AuthMode, closeAuth, useAuthDialog } from '@inkproof/slice'
import { Dialog } from '@inkproof/ui/dialog'
import { useState } from 'react'
import { CreateAccountForm } from './create-account-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The forms this release has. */
type Mode = Extract<AuthMode, 'login' | 'register'>

const TITLES: Record<Mode, { title: string; description: string }> = {
  login: {
    title: 'Sign In',
    description: 'Welcome back. Your certificates are where you left them.',
  },
  register: {
    title: 'Create Account',
    description: 'Join Inkproof to securely manage your documents.',
  },
}

/** Sign in or create an account. Starts at sign-in each time it opens. */
export function AuthDialog() {
  const { open, mode: wanted } = useAuthDialog()
  const [shown, setShown] = useState({ open, mode: startMode(wanted) })
  // Reset while rendering, so that the form of the last time is never seen for a moment.
  if (shown.open !== open) setShown({ open, mode: startMode(wanted) })
  const { mode } = shown
  const change = (next: Mode) => setShown({ open, mode: next })

  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && closeAuth()} {...TITLES[mode]}>
      {mode === 'login' ? (
        <SignInForm onRegister={() => change('register')} />
      ) : (
        <CreateAccountForm onSignIn={() => change('login')} />
      )}
    </Dialog>
  )
}

export { AuthDialog as Component }

function startMode(wanted: AuthMode): Mode {
  return wanted === 'register' ? 'register' : 'login'
}
