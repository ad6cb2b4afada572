/** Signing in and up with only a passkey, next to the forms that ask for a password. */
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Fingerprint } from 'lucide-react'
import { useRef } from 'react'
import { captchaToken, resetCaptcha } from '../captcha/captcha.store.ts'
import { FormError } from '../forms/form-error.tsx'
import { completeSignUp } from '../sign-in/complete-sign-up.ts'
import { handleSignInAnswer } from '../sign-in/handle-sign-in-answer.ts'
import { canUsePasskeys } from './passkey-support.ts'
import { choosePasskey, signInWith, signUpByPasskey } from './passkeys.api.ts'
import { useAction } from './use-action.ts'

type Props = {
  /** The surrounding form is being sent. */
  disabled: boolean
}

/** Renders nothing if the browser does not support passkeys. */
export function PasskeySignInButton({ disabled }: Props) {
  const { isPending, error, run } = useAction(signIn)
  if (!canUsePasskeys()) return null
  return (
    <>
      <FormError error={error} />
      <Button wide busy={isPending} disabled={disabled} onClick={run}>
        <Fingerprint />
        {t('Sign in with Passkey')}
      </Button>
    </>
  )
}

/**
 * Creates an account that only this passkey opens. It uses the name and address typed in the surrounding form, all
 * of which are optional.
 */
export function PasskeySignUpButton({ disabled }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const { isPending, error, run } = useAction(() => signUp(button.current?.form ?? null))
  if (!canUsePasskeys()) return null
  return (
    <>
      <FormError error={error} />
      <Button ref={button} wide busy={isPending} disabled={disabled} onClick={run}>
        <Fingerprint />
        {t('Sign up with Passkey')}
      </Button>
    </>
  )
}

async function signIn(): Promise<void> {
  handleSignInAnswer(await signInWith(await choosePasskey()))
}

async function signUp(form: HTMLFormElement | null): Promise<void> {
  const email = form?.elements.namedItem('email')
  // The address is optional, but an invalid one is reported before the device asks for a fingerprint.
  if (email instanceof HTMLInputElement && email.value !== '' && !email.reportValidity()) return
  const given = Object.fromEntries(
    ['email', 'firstName', 'lastName'].flatMap((name) => {
      const input = form?.elements.namedItem(name)
      const typed = input instanceof HTMLInputElement ? input.value.trim() : ''
      return typed === '' ? [] : [[name, typed]]
    }),
  )
  const turnstileToken = await captchaToken('register')
  try {
    completeSignUp(await signUpByPasskey({ ...given, turnstileToken }))
  } catch (error) {
    // The service has spent the token; the next attempt needs a new one.
    resetCaptcha()
    throw error
  }
}
