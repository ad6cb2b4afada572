import { t } from '@inkproof/texts/text'
import '../full.css'
import { type AuthMode, closeAuth, useAuthDialog } from '@inkproof/slice'
import { Dialog } from '@inkproof/ui/dialog'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { SecondFactorForm } from '../factors/second-factor-form.tsx'
import { Lead } from '../forms/form-parts.tsx'
import { useFocusOnChange } from '../forms/use-focus.ts'
import {
  discardPendingSignIn,
  handleSignInAnswer,
  usePendingSignIn,
} from '../sign-in/handle-sign-in-answer.ts'
import { useKnownEmail } from '../sign-in/open-auth-for.ts'
import { WalletCard } from '../wallets/wallet-card.tsx'
import { CreateAccountForm } from './create-account-form.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { ResetSent } from './reset-sent.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The forms, and what two of them lead to: the confirmation that an e-mail is on its way, and the second factor. */
type Form = AuthMode | 'reset-sent'
type View = Form | 'second-factor'

const HEADS: Record<View, { title: string; description: string }> = {
  login: {
    title: t('Sign In'),
    description: t('Welcome back. Sign in to see your certificates.'),
  },
  register: {
    title: t('Create Account'),
    description: t('Join Inkproof to securely manage your documents.'),
  },
  wallet: {
    title: t('Sign In with Wallet'),
    description: t('Sign a message to prove that the wallet is yours. It costs nothing.'),
  },
  'forgot-password': {
    title: t('Forgot Password'),
    description: t('We’ll e-mail you a link to set a new password.'),
  },
  'reset-sent': {
    title: t('Check Your Email'),
    description: t("We've sent a password reset link to your email address if an account exists."),
  },
  'second-factor': {
    title: t('One More Step'),
    description: t('Confirm it’s you to finish signing in.'),
  },
}

/** Sign in, create an account, use a wallet, or request a new password. Starts at sign-in each time it opens. */
export function AuthDialog() {
  const { open } = useAuthDialog()
  const pending = usePendingSignIn((waiting) => waiting.pending)
  const { form, email, change, keepEmail } = useShownForm()
  const view = pending ? 'second-factor' : form
  const place = useFocusOnChange(open ? view : null)
  useEffect(() => {
    if (!open) discardPendingSignIn()
  }, [open])

  function startAgain() {
    discardPendingSignIn()
    change('login')
  }

  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && closeAuth()} {...HEADS[view]}>
      <div key={view} ref={place} onInput={keepEmail}>
        {pending ? (
          <SecondFactorForm pending={pending} onBack={startAgain} />
        ) : (
          content(form, email, change)
        )}
      </div>
    </Dialog>
  )
}

export { AuthDialog as Component }

/** The form on screen. All forms share the typed address. */
function useShownForm() {
  const { open, mode } = useAuthDialog()
  const first = (): Shown => ({ open, form: mode, email: useKnownEmail.getState().email })
  const [shown, setShown] = useState(first)
  // Reset during rendering, so that the previous form is never visible for a moment.
  if (shown.open !== open) setShown(first())

  function keepEmail({ target }: FormEvent) {
    if (target instanceof HTMLInputElement && target.name === 'email')
      setShown({ ...shown, email: target.value })
  }

  return { ...shown, keepEmail, change: (form: Form) => setShown({ ...shown, form }) }
}

type Shown = { open: boolean; form: Form; email: string }

function content(view: Form, email: string, change: (next: Form) => void): ReactNode {
  const onWallet = () => change('wallet')
  const onBack = () => change('login')
  switch (view) {
    case 'login':
      return (
        <SignInForm
          email={email}
          onForgot={() => change('forgot-password')}
          onWallet={onWallet}
          onRegister={() => change('register')}
        />
      )
    case 'register':
      return <CreateAccountForm email={email} onWallet={onWallet} onSignIn={onBack} />
    case 'wallet':
      return (
        <div className="space-y-5">
          <WalletCard onAnswer={handleSignInAnswer} />
          <Lead label={t('Back to Email Sign In')} onSelect={onBack} />
        </div>
      )
    case 'forgot-password':
      return (
        <ForgotPasswordForm email={email} onSent={() => change('reset-sent')} onBack={onBack} />
      )
    case 'reset-sent':
      return <ResetSent onBack={onBack} />
  }
}
