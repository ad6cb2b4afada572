import { Alert } from '@inkproof/ui/alert'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { PasswordInput } from '@inkproof/ui/password-input'
import { useEffect, useRef } from 'react'
import { register } from './auth.api.ts'
import { FormError, OtherForm, SubmitButton } from './form-parts.tsx'
import { useSubmit } from './use-submit.ts'
import { passwordFault } from './validate.ts'

export function CreateAccountForm({ onSignIn }: { onSignIn: () => void }) {
  const { isPending, error, form } = useSubmit(
    createAccount,
    'Registration failed. Please try again.',
  )
  const first = useRef<HTMLInputElement>(null)
  // The link that led here is gone; without this the focus would be nowhere.
  useEffect(() => first.current?.focus(), [])

  return (
    <form {...form} className="space-y-5">
      <FormError error={error} />
      <div className="grid grid-cols-2 gap-4">
        <Field label="First Name">
          <Input
            ref={first}
            name="firstName"
            autoComplete="given-name"
            placeholder="Optional"
            maxLength={100}
            disabled={isPending}
          />
        </Field>
        <Field label="Last Name">
          <Input
            name="lastName"
            autoComplete="family-name"
            placeholder="Optional"
            maxLength={100}
            disabled={isPending}
          />
        </Field>
      </div>
      <Field label="Email" required>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          placeholder="you@example.com"
          disabled={isPending}
        />
      </Field>
      <Field label="Password" required>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          placeholder="Minimum 8 characters"
          disabled={isPending}
        />
      </Field>
      <Field label="Confirm Password" required>
        <PasswordInput
          name="confirmPassword"
          autoComplete="new-password"
          placeholder="Repeat your password"
          disabled={isPending}
        />
      </Field>
      <Alert>CAPTCHA is temporarily disabled for testing</Alert>
      <SubmitButton isPending={isPending}>Create Account</SubmitButton>
      <OtherForm question="Already have an account?" label="Sign in" onSelect={onSignIn} />
    </form>
  )
}

async function createAccount(field: (name: string) => string) {
  const fault = passwordFault(field('password'), field('confirmPassword'))
  if (fault) throw new Error(fault)
  return register({
    email: field('email'),
    password: field('password'),
    firstName: field('firstName').trim(),
    lastName: field('lastName').trim(),
  })
}
