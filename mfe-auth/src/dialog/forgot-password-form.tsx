import { t } from '@inkproof/texts/text'
import {
  getCaptchaToken,
  resetCaptcha,
  startCaptcha,
  useIsVerified,
} from '../captcha/captcha.store.ts'
import { SecurityVerification } from '../captcha/security-verification.tsx'
import { FormError } from '../forms/form-error.tsx'
import { EmailField, FormLink, SubmitButton } from '../forms/form-parts.tsx'
import { useForm } from '../forms/use-form.ts'
import { forgotPassword } from './auth.api.ts'

type Props = { email: string; onSent: () => void; onBack: () => void }

/** Requests a link for setting a new password. */
export function ForgotPasswordForm({ email, onSent, onBack }: Props) {
  const isVerified = useIsVerified('forgot-password')
  const { isPending, error, errorId, fieldErrorId, form } = useForm(async (field) => {
    await sendLink(field('email').trim())
    onSent()
  }, t('Failed to send reset email. Please try again.'))
  return (
    <form {...form} onInput={() => startCaptcha('forgot-password')} className="space-y-5">
      <FormError id={errorId} error={error} />
      <EmailField email={email} isPending={isPending} errorId={fieldErrorId('email')} />
      <SecurityVerification purpose="forgot-password" />
      <SubmitButton isPending={isPending} disabled={!isVerified}>
        {t('Send Reset Link')}
      </SubmitButton>
      <FormLink label={t('Back to Sign In')} isPending={isPending} onSelect={onBack} />
    </form>
  )
}

async function sendLink(email: string): Promise<void> {
  const token = await getCaptchaToken('forgot-password')
  try {
    await forgotPassword(email, token)
  } catch (error) {
    // A token is valid for one request; without a new one, the button would stay disabled.
    resetCaptcha()
    startCaptcha('forgot-password')
    throw error
  }
}
