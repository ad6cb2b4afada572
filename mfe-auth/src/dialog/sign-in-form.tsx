import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { PasswordInput } from '@inkproof/ui/password-input'
import { Wallet } from 'lucide-react'
import { getCaptchaToken, resetCaptcha, startCaptcha } from '../captcha/captcha.store.ts'
import { SecurityVerification } from '../captcha/security-verification.tsx'
import { PasskeySignInButton } from '../factors/passkey-button.tsx'
import { usePasskeyAutofill } from '../factors/use-passkey-autofill.ts'
import { FormError } from '../forms/form-error.tsx'
import {
  EmailField,
  FormLink,
  OtherFormLine,
  OtherSignInMethods,
  SubmitButton,
} from '../forms/form-parts.tsx'
import { type GetFieldErrorId, type ReadField, useForm } from '../forms/use-form.ts'
import { ProviderButton } from '../providers/provider-button.tsx'
import { clearProviderReturn } from '../providers/provider-return.store.ts'
import { ProviderReturn } from '../providers/provider-return.tsx'
import { handleSignInResponse } from '../sign-in/handle-sign-in-response.ts'
import { login } from './auth.api.ts'

type Props = {
  email: string
  onForgot: () => void
  onWallet: () => void
  onRegister: () => void
}

export function SignInForm({ email, onForgot, onWallet, onRegister }: Props) {
  const { isPending, error, errorId, fieldErrorId, form } = useForm(
    signIn,
    t('Login failed. Please try again.'),
  )
  const passkeyError = usePasskeyAutofill()
  return (
    <form {...form} onInput={() => startCaptcha('login')} className="space-y-5">
      <ProviderReturn />
      <FormError id={errorId} error={error ?? passkeyError} />
      <Credentials email={email} isPending={isPending} fieldErrorId={fieldErrorId} />
      <SecurityVerification purpose="login" />
      <SubmitButton isPending={isPending}>{t('Sign In')}</SubmitButton>
      <FormLink label={t('Forgot your password?')} isPending={isPending} onSelect={onForgot} />
      <OtherSignInMethods>
        <Button wide disabled={isPending} onClick={onWallet}>
          <Wallet />
          {t('Sign in with Wallet')}
        </Button>
        <PasskeySignInButton disabled={isPending} />
        <ProviderButton disabled={isPending} />
      </OtherSignInMethods>
      <OtherFormLine
        question={t("Don't have an account?")}
        label={t('Sign up')}
        isPending={isPending}
        onSelect={onRegister}
      />
    </form>
  )
}

type CredentialsProps = { email: string; isPending: boolean; fieldErrorId: GetFieldErrorId }

function Credentials({ email, isPending, fieldErrorId }: CredentialsProps) {
  return (
    <>
      {/** With "webauthn", the browser offers passkeys in the field's autofill. */}
      <EmailField
        email={email}
        isPending={isPending}
        autoComplete="username webauthn"
        errorId={fieldErrorId('email')}
      />
      <Field label={t('Password')} required errorId={fieldErrorId('password')}>
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
  clearProviderReturn()
  const token = await getCaptchaToken('login')
  try {
    handleSignInResponse(
      await login({ email: field('email').trim(), password: field('password') }, token),
    )
  } catch (error) {
    // A token is valid for one request; the next attempt needs a new one.
    resetCaptcha()
    throw error
  }
}
