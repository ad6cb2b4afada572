import { t } from '@inkproof/texts/text'
import { Field } from '@inkproof/ui/field'
import { PasswordInput } from '@inkproof/ui/password-input'
import { type FormEvent, useState } from 'react'
import type { FaultOf } from '../forms/use-form.ts'
import { StrengthMeter } from './strength-meter.tsx'

export type NewPasswordFieldsProps = {
  /** The name of the password’s field, as the call it is sent by names it. */
  name?: 'password' | 'newPassword'
  label?: string
  confirmLabel?: string
  /** Names and addresses of the person; those typed in the same form are added. */
  about?: readonly string[]
  isPending: boolean
  faultOf: FaultOf
}

/** A new password and its repetition, as `password` and `confirmPassword` of the surrounding form. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const {
    name = 'password',
    label = t('Password'),
    confirmLabel = t('Confirm Password'),
    about = [],
    isPending,
    faultOf,
  } = props
  const [typed, setTyped] = useState({ password: '', beside: [] as string[] })
  const both = { autoComplete: 'new-password', disabled: isPending } as const

  function onInput({ currentTarget }: FormEvent<HTMLInputElement>) {
    setTyped({ password: currentTarget.value, beside: namesIn(currentTarget.form) })
  }

  return (
    <>
      <div>
        <Field label={label} required faultId={faultOf(name)}>
          <PasswordInput
            name={name}
            placeholder={t('Minimum 8 characters')}
            onInput={onInput}
            {...both}
          />
        </Field>
        <StrengthMeter password={typed.password} about={[...about, ...typed.beside]} />
      </div>
      <Field label={confirmLabel} required faultId={faultOf('confirmPassword')}>
        <PasswordInput name="confirmPassword" placeholder={t('Repeat your password')} {...both} />
      </Field>
    </>
  )
}

function namesIn(form: HTMLFormElement | null): string[] {
  return ['email', 'firstName', 'lastName'].flatMap((name) => {
    const input = form?.elements.namedItem(name)
    return input instanceof HTMLInputElement && input.value ? [input.value] : []
  })
}
