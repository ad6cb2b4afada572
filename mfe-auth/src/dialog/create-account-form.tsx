import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { TextLink } from '@inkproof/ui/link'
import { PasswordInput } from '@inkproof/ui/password-input'
import { type ReactNode, useEffect, useRef } from 'react'
import { captchaToken, resetCaptcha, startCaptcha } from '../captcha/captcha.store.ts'
import { SecurityVerification } from '../captcha/security-verification.tsx'
import { register } from './auth.api.ts'
import { FormError, KEEP_IT_SAFE, OtherForm, SubmitButton } from './form-parts.tsx'
import { useSubmit } from './use-submit.ts'
import { passwordFault } from './validate.ts'

export function CreateAccountForm({ onSignIn }: { onSignIn: () => void }) {
  const { isPending, error, form } = useSubmit(
    createAccount,
    'Registration failed. Please try again.',
  )
  return (
    <form {...form} onInput={() => startCaptcha('register')} className="space-y-5">
      <FormError error={error} />
      <NameFields isPending={isPending} />
      <Field label="Email" required>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          placeholder="you@example.com"
          disabled={isPending}
        />
      </Field>
      <PasswordFields isPending={isPending} />
      <SecurityVerification call="register" />
      <SubmitButton isPending={isPending}>Create Account</SubmitButton>
      <Consequences />
      <OtherForm question="Already have an account?" label="Sign in" onSelect={onSignIn} />
    </form>
  )
}

type FieldsProps = { isPending: boolean }

function NameFields({ isPending }: FieldsProps) {
  const first = useRef<HTMLInputElement>(null)
  // The link that led here is gone; without this the focus would be nowhere.
  useEffect(() => first.current?.focus(), [])
  const both = { placeholder: 'Optional', maxLength: 100, disabled: isPending }
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field label="First Name">
        <Input ref={first} name="firstName" autoComplete="given-name" {...both} />
      </Field>
      <Field label="Last Name">
        <Input name="lastName" autoComplete="family-name" {...both} />
      </Field>
    </div>
  )
}

function PasswordFields({ isPending }: FieldsProps) {
  const both = { autoComplete: 'new-password', disabled: isPending } as const
  return (
    <>
      <Field label="Password" required hint={KEEP_IT_SAFE}>
        <PasswordInput name="password" placeholder="Minimum 8 characters" {...both} />
      </Field>
      <Field label="Confirm Password" required>
        <PasswordInput name="confirmPassword" placeholder="Repeat your password" {...both} />
      </Field>
    </>
  )
}

/** In tabs of their own: what was typed here stays. */
function Consequences() {
  return (
    <p className="text-center text-ink-muted text-sm">
      Creating an account accepts the <NewTab href="/terms">Terms</NewTab>;{' '}
      <NewTab href="/privacy">Privacy</NewTab> says what is kept of you.
    </p>
  )
}

function NewTab({ href, children }: { href: string; children: ReactNode }) {
  return (
    <TextLink href={href} target="_blank" rel="noopener">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </TextLink>
  )
}

async function createAccount(field: (name: string) => string) {
  const fault = passwordFault(field('password'), field('confirmPassword'))
  if (fault) throw new Error(fault)
  const token = await captchaToken('register')
  try {
    return await register(
      {
        email: field('email'),
        password: field('password'),
        firstName: field('firstName').trim(),
        lastName: field('lastName').trim(),
      },
      token,
    )
  } catch (error) {
    // The service has spent the token; the next attempt needs its own.
    resetCaptcha()
    throw error
  }
}
