import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import type { ReactNode } from 'react'
import { EmailInput } from './email-input.tsx'

type EmailFieldProps = {
  /** The value typed in the previous form. */
  email: string
  isPending: boolean
  autoComplete?: string
  errorId: string | undefined
}

export function EmailField(props: EmailFieldProps) {
  const { email, isPending, autoComplete = 'username', errorId } = props
  return (
    <Field label={t('Email')} required errorId={errorId}>
      <EmailInput
        autoComplete={autoComplete}
        placeholder={t('you@example.com')}
        defaultValue={email}
        disabled={isPending}
      />
    </Field>
  )
}

type FormLinkProps = { label: string; isPending?: boolean; onSelect: () => void }

/** The line below a form with a question and a link to another form. */
export function OtherFormLine({ question, ...link }: FormLinkProps & { question: string }) {
  return (
    <p className="flex items-center justify-center gap-1.5 text-ink-muted text-sm">
      {question}
      <FormLinkButton {...link} />
    </p>
  )
}

/** A link-style button that opens another form. */
export function FormLink(props: FormLinkProps) {
  return (
    <p className="text-center">
      <FormLinkButton {...props} />
    </p>
  )
}

function FormLinkButton({ label, isPending = false, onSelect }: FormLinkProps) {
  return (
    <Button variant="link" size="sm" disabled={isPending} onClick={onSelect}>
      {label}
    </Button>
  )
}

/** Sign-in methods without a password, below the password form. */
export function OtherSignInMethods({ children }: { children: ReactNode }) {
  return (
    <div className="space-y-3">
      <p className="flex items-center gap-3 text-ink-faint text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
      {children}
    </div>
  )
}

/** The submit button, which shows a spinner while the form is being sent. */
export function SubmitButton(props: {
  isPending: boolean
  disabled?: boolean
  children: ReactNode
}) {
  const { isPending, disabled = false, children } = props
  return (
    <Button type="submit" variant="primary" wide busy={isPending} disabled={disabled}>
      {children}
    </Button>
  )
}
