import { t } from '@inkproof/texts/text'
import { Field } from '@inkproof/ui/field'
import { PasswordInput } from '@inkproof/ui/password-input'
import { type FormEvent, useState } from 'react'
import type { GetFieldErrorId } from '../forms/use-form.ts'
import { StrengthMeter } from './strength-meter.tsx'

export type NewPasswordFieldsProps = {
  /** The name of the password field, as in the request body. */
  name?: 'password' | 'newPassword'
  label?: string
  confirmLabel?: string
  /** Names and addresses of the user; those typed in the same form are added. */
  personalTerms?: readonly string[]
  isPending: boolean
  fieldErrorId: GetFieldErrorId
}

/** The fields for a new password and its repetition (`confirmPassword`). */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const {
    name = 'password',
    label = t('Password'),
    confirmLabel = t('Confirm Password'),
    personalTerms = [],
    isPending,
    fieldErrorId,
  } = props
  const [typed, setTyped] = useState({ password: '', formTerms: [] as string[] })
  const inputProps = { autoComplete: 'new-password', disabled: isPending } as const

  function onInput({ currentTarget }: FormEvent<HTMLInputElement>) {
    setTyped({ password: currentTarget.value, formTerms: personalTermsIn(currentTarget.form) })
  }

  return (
    <>
      <div>
        <Field label={label} required errorId={fieldErrorId(name)}>
          <PasswordInput
            name={name}
            placeholder={t('Minimum 8 characters')}
            onInput={onInput}
            {...inputProps}
          />
        </Field>
        <StrengthMeter
          password={typed.password}
          personalTerms={[...personalTerms, ...typed.formTerms]}
        />
      </div>
      <Field label={confirmLabel} required errorId={fieldErrorId('confirmPassword')}>
        <PasswordInput
          name="confirmPassword"
          placeholder={t('Repeat your password')}
          {...inputProps}
        />
      </Field>
    </>
  )
}

function personalTermsIn(form: HTMLFormElement | null): string[] {
  return ['email', 'firstName', 'lastName'].flatMap((name) => {
    const input = form?.elements.namedItem(name)
    return input instanceof HTMLInputElement && input.value ? [input.value] : []
  })
}
