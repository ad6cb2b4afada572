import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { TextLink } from '@inkproof/ui/link'
import { Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { getCaptchaToken, resetCaptcha, startCaptcha } from '../captcha/captcha.store.ts'
import { SecurityVerification } from '../captcha/security-verification.tsx'
import { PasskeySignUpButton } from '../factors/passkey-button.tsx'
import { FormError } from '../forms/form-error.tsx'
import {
  EmailField,
  OtherFormLine,
  OtherSignInMethods,
  SubmitButton,
} from '../forms/form-parts.tsx'
import { NameFields } from '../forms/name-fields.tsx'
import { type ReadField, useForm } from '../forms/use-form.ts'
import { NewPasswordFields } from '../passwords/new-password-fields.tsx'
import { readNewPassword } from '../passwords/read-new-password.ts'
import { ProviderButton } from '../providers/provider-button.tsx'
import { completeSignUp } from '../sign-in/complete-sign-up.ts'
import { register } from './auth.api.ts'

type Props = { email: string; onWallet: () => void; onSignIn: () => void }

export function CreateAccountForm({ email, onWallet, onSignIn }: Props) {
  const { isPending, error, errorId, fieldErrorId, form } = useForm(
    createAccount,
    t('Registration failed. Please try again.'),
  )
  return (
    <form {...form} onInput={() => startCaptcha('register')} className="space-y-5">
      <FormError id={errorId} error={error} />
      <NameFields
        placeholder={t('Optional')}
        isPending={isPending}
        fieldErrorId={fieldErrorId}
        className="grid grid-cols-2 gap-4"
      />
      <EmailField email={email} isPending={isPending} errorId={fieldErrorId('email')} />
      <NewPasswordFields fieldErrorId={fieldErrorId} isPending={isPending} />
      <SecurityVerification purpose="register" />
      <SubmitButton isPending={isPending}>{t('Create Account')}</SubmitButton>
      <LegalNotice />
      <OtherSignInMethods>
        <Button wide disabled={isPending} onClick={onWallet}>
          <Wallet />
          {t('Sign up with Wallet')}
        </Button>
        <PasskeySignUpButton disabled={isPending} />
        <ProviderButton disabled={isPending} />
      </OtherSignInMethods>
      <OtherFormLine
        question={t('Already have an account?')}
        label={t('Sign in')}
        isPending={isPending}
        onSelect={onSignIn}
      />
    </form>
  )
}

/** The pages open in new tabs, so that the form keeps its values. */
function LegalNotice() {
  return (
    <p className="text-center text-ink-muted text-sm">
      {rich(
        'By creating an account, you accept the <terms>Terms</terms>. The <privacy>Privacy</privacy> page lists the data we store.',
        {
          terms: (text) => <NewTabLink href="/terms">{text}</NewTabLink>,
          privacy: (text) => <NewTabLink href="/privacy">{text}</NewTabLink>,
        },
      )}
    </p>
  )
}

function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <TextLink href={href} target="_blank" rel="noopener">
      {children}
      <span className="sr-only"> {t('(opens in a new tab)')}</span>
    </TextLink>
  )
}

async function createAccount(field: ReadField): Promise<void> {
  const password = readNewPassword(field)
  const token = await getCaptchaToken('register')
  const fields = {
    email: field('email').trim(),
    password,
    firstName: field('firstName').trim(),
    lastName: field('lastName').trim(),
  }
  try {
    completeSignUp(await register(fields, token))
  } catch (error) {
    // A token is valid for one request; the next attempt needs a new one.
    resetCaptcha()
    throw error
  }
}
