import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { TextLink } from '@inkproof/ui/link'
import { Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { captchaToken, resetCaptcha, startCaptcha } from '../captcha/captcha.store.ts'
import { SecurityVerification } from '../captcha/security-verification.tsx'
import { PasskeySignUpButton } from '../factors/passkey-button.tsx'
import { FormError } from '../forms/form-error.tsx'
import { EmailField, OtherForm, OtherWays, SubmitButton } from '../forms/form-parts.tsx'
import { NameFields } from '../forms/name-fields.tsx'
import { type ReadField, useForm } from '../forms/use-form.ts'
import { checkedPassword } from '../passwords/checked-password.ts'
import { NewPasswordFields } from '../passwords/new-password-fields.tsx'
import { ProviderButton } from '../providers/provider-button.tsx'
import { completeSignUp } from '../sign-in/complete-sign-up.ts'
import { register } from './auth.api.ts'

type Props = { email: string; onWallet: () => void; onSignIn: () => void }

export function CreateAccountForm({ email, onWallet, onSignIn }: Props) {
  const { isPending, error, errorId, faultOf, form } = useForm(
    createAccount,
    t('Registration failed. Please try again.'),
  )
  return (
    <form {...form} onInput={() => startCaptcha('register')} className="space-y-5">
      <FormError id={errorId} error={error} />
      <NameFields
        placeholder={t('Optional')}
        isPending={isPending}
        faultOf={faultOf}
        className="grid grid-cols-2 gap-4"
      />
      <EmailField email={email} isPending={isPending} faultId={faultOf('email')} />
      <NewPasswordFields faultOf={faultOf} isPending={isPending} />
      <SecurityVerification call="register" />
      <SubmitButton isPending={isPending}>{t('Create Account')}</SubmitButton>
      <Consequences />
      <OtherWays>
        <Button wide disabled={isPending} onClick={onWallet}>
          <Wallet />
          {t('Sign up with Wallet')}
        </Button>
        <PasskeySignUpButton disabled={isPending} />
        <ProviderButton disabled={isPending} />
      </OtherWays>
      <OtherForm
        question={t('Already have an account?')}
        label={t('Sign in')}
        isPending={isPending}
        onSelect={onSignIn}
      />
    </form>
  )
}

/** In new tabs, so that the typed values are kept. */
function Consequences() {
  return (
    <p className="text-center text-ink-muted text-sm">
      {rich(
        'By creating an account, you accept the <terms>Terms</terms>. The <privacy>Privacy</privacy> page lists the data we store.',
        {
          terms: (words) => <NewTab href="/terms">{words}</NewTab>,
          privacy: (words) => <NewTab href="/privacy">{words}</NewTab>,
        },
      )}
    </p>
  )
}

function NewTab({ href, children }: { href: string; children: ReactNode }) {
  return (
    <TextLink href={href} target="_blank" rel="noopener">
      {children}
      <span className="sr-only"> {t('(opens in a new tab)')}</span>
    </TextLink>
  )
}

async function createAccount(field: ReadField): Promise<void> {
  const password = checkedPassword(field)
  const token = await captchaToken('register')
  const fields = {
    email: field('email'),
    password,
    firstName: field('firstName').trim(),
    lastName: field('lastName').trim(),
  }
  try {
    completeSignUp(await register(fields, token))
  } catch (error) {
    // The service has spent the token; the next attempt needs a new one.
    resetCaptcha()
    throw error
  }
}
