import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { PasswordInput } from '@inkproof/ui/password-input'
import { captchaToken, resetCaptcha, startCaptcha } from '../captcha/captcha.store.ts'
import { SecurityVerification } from '../captcha/security-verification.tsx'
import { login } from './auth.api.ts'
import { FormError, KEEP_IT_SAFE, OtherForm, SubmitButton } from './form-parts.tsx'
import { useSubmit } from './use-submit.ts'

export function SignInForm({ onRegister }: { onRegister: () => void }) {
  const { isPending, error, form } = useSubmit(signIn, 'Login failed. Please try again.')

  return (
    <form {...form} onInput={() => startCaptcha('login')} className="space-y-5">
      <FormError error={error} />
      <Field label="Email" required>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          placeholder="you@example.com"
          disabled={isPending}
        />
      </Field>
      <Field label="Password" required hint={KEEP_IT_SAFE}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          placeholder="Enter your password"
          disabled={isPending}
        />
      </Field>
      <SecurityVerification call="login" />
      <SubmitButton isPending={isPending}>Sign In</SubmitButton>
      <OtherForm question="Don't have an account?" label="Sign up" onSelect={onRegister} />
    </form>
  )
}

async function signIn(field: (name: string) => string) {
  const token = await captchaToken('login')
  try {
    return await login({ email: field('email'), password: field('password') }, token)
  } catch (error) {
    // The service has spent the token; the next attempt needs its own.
    resetCaptcha()
    throw error
  }
}
