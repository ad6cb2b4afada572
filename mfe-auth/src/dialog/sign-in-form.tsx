import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { PasswordInput } from '@inkproof/ui/password-input'
import { Wallet } from 'lucide-react'
import { captchaToken, resetCaptcha, startCaptcha } from '../captcha/captcha.store.ts'
import { SecurityVerification } from '../captcha/security-verification.tsx'
import { PasskeySignInButton } from '../factors/passkey-button.tsx'
import { usePasskeyAutofill } from '../factors/use-passkey-autofill.ts'
import { FormError } from '../forms/form-error.tsx'
import { EmailField, Lead, OtherForm, OtherWays, SubmitButton } from '../forms/form-parts.tsx'
import { type FaultOf, type ReadField, useForm } from '../forms/use-form.ts'
import { ProviderButton } from '../providers/provider-button.tsx'
import { clearReturn } from '../providers/provider-return.store.ts'
import { ProviderReturn } from '../providers/provider-return.tsx'
import { handleSignInAnswer } from '../sign-in/handle-sign-in-answer.ts'
import { login } from './auth.api.ts'

type Props = {
  email: string
  onForgot: () => void
  onWallet: () => void
  onRegister: () => void
}

export function SignInForm({ email, onForgot, onWallet, onRegister }: Props) {
  const { isPending, error, errorId, faultOf, form } = useForm(
    signIn,
    t('Login failed. Please try again.'),
  )
  const offered = usePasskeyAutofill()
  return (
    <form {...form} onInput={() => startCaptcha('login')} className="space-y-5">
      <ProviderReturn />
      <FormError id={errorId} error={error ?? offered} />
      <Credentials email={email} isPending={isPending} faultOf={faultOf} />
      <SecurityVerification call="login" />
      <SubmitButton isPending={isPending}>{t('Sign In')}</SubmitButton>
      <Lead label={t('Forgot your password?')} isPending={isPending} onSelect={onForgot} />
      <OtherWays>
        <Button wide disabled={isPending} onClick={onWallet}>
          <Wallet />
          {t('Sign in with Wallet')}
        </Button>
        <PasskeySignInButton disabled={isPending} />
        <ProviderButton disabled={isPending} />
      </OtherWays>
      <OtherForm
        question={t("Don't have an account?")}
        label={t('Sign up')}
        isPending={isPending}
        onSelect={onRegister}
      />
    </form>
  )
}

type CredentialsProps = { email: string; isPending: boolean; faultOf: FaultOf }

function Credentials({ email, isPending, faultOf }: CredentialsProps) {
  return (
    <>
      {/** "webauthn": the browser offers passkeys in the field's autofill. */}
      <EmailField
        email={email}
        isPending={isPending}
        autoComplete="username webauthn"
        faultId={faultOf('email')}
      />
      <Field label={t('Password')} required faultId={faultOf('password')}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          placeholder={t('Enter your password')}
          disabled={isPending}
        />
      </Field>
    </>
  )
}

async function signIn(field: ReadField): Promise<void> {
  clearReturn()
  const token = await captchaToken('login')
  try {
    handleSignInAnswer(await login({ email: field('email'), password: field('password') }, token))
  } catch (error) {
    // The service has spent the token; the next attempt needs a new one.
    resetCaptcha()
    throw error
  }
}
