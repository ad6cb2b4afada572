import { t } from '@inkproof/texts/text'
import '../full.css'
import { type AuthMode, closeAuth, useAuthDialog, useSession } from '@inkproof/slice'
import { Dialog } from '@inkproof/ui/dialog'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { SecondFactorForm } from '../factors/second-factor-form.tsx'
import { FormLink } from '../forms/form-parts.tsx'
import { useFocusOnChange } from '../forms/use-focus.ts'
import {
  discardPendingSignIn,
  handleSignInResponse,
  usePendingSignIn,
} from '../sign-in/handle-sign-in-response.ts'
import { usePrefilledEmail } from '../sign-in/open-auth-for.ts'
import { isReturningVisitor } from '../sign-in/returning-visitor.ts'
import { WalletCard } from '../wallets/wallet-card.tsx'
import { CreateAccountForm } from './create-account-form.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { ResetSent } from './reset-sent.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The forms of the dialog, and the confirmation that a reset e-mail was sent. */
type Form = AuthMode | 'reset-sent'
/** While a sign-in is pending, the second factor is shown instead of a form. */
type View = Form | 'second-factor'

const HEADINGS: Record<View, { title: string; description: string }> = {
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

/** The dialog for signing in and creating an account. Each time it opens, it shows the requested form. */
export function AuthDialog() {
  const { open, headings } = useAuthDialog()
  const pending = useWhileOpen(usePendingSignIn((state) => state.pending))
  const { form, email, showForm, rememberEmail } = useCurrentForm()
  const view = pending ? 'second-factor' : form
  const contentRef = useFocusOnChange(open ? view : null)
  useEffect(() => {
    if (!open) discardPendingSignIn()
  }, [open])

  function restartSignIn() {
    discardPendingSignIn()
    showForm('login')
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && closeAuth()}
      {...HEADINGS[view]}
      {...headings?.[view as AuthMode]}
    >
      <div key={view} ref={contentRef} onInput={rememberEmail}>
        {pending ? (
          <SecondFactorForm pending={pending} onBack={restartSignIn} />
        ) : (
          renderForm(form, email, showForm)
        )}
      </div>
    </Dialog>
  )
}

export { AuthDialog as Component }

/**
 * Returns the value. While the dialog is closed, returns the last one from when it was open, so that nothing changes while
 * it fades out.
 */
function useWhileOpen<Value>(value: Value): Value {
  const { open } = useAuthDialog()
  const last = useRef(value)
  if (open) last.current = value
  return last.current
}

/** The form on screen, and the e-mail address typed so far, which all forms share. */
function useCurrentForm() {
  const { open, mode, headings } = useAuthDialog()
  const getInitial = (): CurrentForm => ({
    open,
    form: mode === 'login' && headings?.register && isNewVisitor() ? 'register' : mode,
    email: usePrefilledEmail.getState().email,
  })
  const [current, setCurrent] = useState(getInitial)
  // Reset during rendering, so that the previous form never flashes. A closing dialog keeps its form while it fades out.
  if (current.open !== open) setCurrent(open ? getInitial() : { ...current, open })

  function rememberEmail({ target }: FormEvent) {
    if (target instanceof HTMLInputElement && target.name === 'email')
      setCurrent({ ...current, email: target.value })
  }

  return { ...current, rememberEmail, showForm: (form: Form) => setCurrent({ ...current, form }) }
}

/** Whether this browser has no record of an earlier sign-in. */
function isNewVisitor(): boolean {
  return !(isReturningVisitor() || 'hasEnded' in useSession.getState())
}

type CurrentForm = { open: boolean; form: Form; email: string }

function renderForm(form: Form, email: string, showForm: (next: Form) => void): ReactNode {
  const onWallet = () => showForm('wallet')
  const onBack = () => showForm('login')
  switch (form) {
    case 'login':
      return (
        <SignInForm
          email={email}
          onForgot={() => showForm('forgot-password')}
          onWallet={onWallet}
          onRegister={() => showForm('register')}
        />
      )
    case 'register':
      return <CreateAccountForm email={email} onWallet={onWallet} onSignIn={onBack} />
    case 'wallet':
      return (
        <div className="space-y-5">
          <WalletCard onResponse={handleSignInResponse} />
          <FormLink label={t('Back to Email Sign In')} onSelect={onBack} />
        </div>
      )
    case 'forgot-password':
      return (
        <ForgotPasswordForm email={email} onSent={() => showForm('reset-sent')} onBack={onBack} />
      )
    case 'reset-sent':
      return <ResetSent onBack={onBack} />
  }
}
