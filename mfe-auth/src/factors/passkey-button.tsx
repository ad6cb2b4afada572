/** Signing in and up with only a passkey, next to the forms that ask for a password. */

import { canUsePasskeys } from '@inkproof/slice-parts/passkey-support'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Fingerprint } from 'lucide-react'
import { useRef } from 'react'
import { getCaptchaToken, resetCaptcha } from '../captcha/captcha.store.ts'
import { FormError } from '../forms/form-error.tsx'
import { completeSignUp } from '../sign-in/complete-sign-up.ts'
import { handleSignInResponse } from '../sign-in/handle-sign-in-response.ts'
import { choosePasskey, signInWithPasskey, signUpWithPasskey } from './passkeys.api.ts'
import { usePasskeyAction } from './use-passkey-action.ts'

type Props = {
  /** True while the surrounding form is being submitted. */
  disabled: boolean
}

/** Renders nothing if this browser does not support passkeys at this address. */
export function PasskeySignInButton({ disabled }: Props) {
  const { isPending, error, run } = usePasskeyAction(signIn)
  if (!canUsePasskeys()) return null
  return (
    <>
      <FormError error={error} />
      <Button wide busy={isPending} disabled={disabled} onClick={run}>
        <Fingerprint />
        {t('Sign in with a passkey')}
      </Button>
    </>
  )
}

/**
 * Creates an account whose only sign-in method is a new passkey. Uses the optional name and address typed in the
 * surrounding form.
 */
export function PasskeySignUpButton({ disabled }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const { isPending, error, run } = usePasskeyAction(() => signUp(button.current?.form ?? null))
  if (!canUsePasskeys()) return null
  return (
    <>
      <FormError error={error} />
      <Button ref={button} wide busy={isPending} disabled={disabled} onClick={run}>
        <Fingerprint />
        {t('Sign up with a passkey')}
      </Button>
    </>
  )
}

async function signIn(): Promise<void> {
  handleSignInResponse(await signInWithPasskey(await choosePasskey()))
}

async function signUp(form: HTMLFormElement | null): Promise<void> {
  const email = form?.elements.namedItem('email')
  // The address is optional, but an invalid one is reported before the device asks for a fingerprint.
  if (email instanceof HTMLInputElement && email.value !== '' && !email.reportValidity()) return
  const profile = Object.fromEntries(
    ['email', 'firstName', 'lastName'].flatMap((name) => {
      const input = form?.elements.namedItem(name)
      const value = input instanceof HTMLInputElement ? input.value.trim() : ''
      return value === '' ? [] : [[name, value]]
    }),
  )
  const turnstileToken = await getCaptchaToken('register')
  try {
    completeSignUp(await signUpWithPasskey({ ...profile, turnstileToken }))
  } catch (error) {
    // A token is valid for one request; the next attempt needs a new one.
    resetCaptcha()
    throw error
  }
}
