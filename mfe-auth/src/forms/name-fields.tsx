import { t } from '@inkproof/texts/text'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import type { GetFieldErrorId } from './use-form.ts'

const MAX_NAME_LENGTH = 100

type Props = {
  first?: string | null
  last?: string | null
  placeholder?: string
  isPending: boolean
  fieldErrorId: GetFieldErrorId
  className: string
}

/** The optional fields `firstName` and `lastName` of the surrounding form. */
export function NameFields({
  first,
  last,
  placeholder,
  isPending,
  fieldErrorId,
  className,
}: Props) {
  const inputProps = { maxLength: MAX_NAME_LENGTH, disabled: isPending, placeholder }
  return (
    <div className={className}>
      <Field label={t('First Name')} errorId={fieldErrorId('firstName')}>
        <Input
          name="firstName"
          autoComplete="given-name"
          defaultValue={first ?? undefined}
          {...inputProps}
        />
      </Field>
      <Field label={t('Last Name')} errorId={fieldErrorId('lastName')}>
        <Input
          name="lastName"
          autoComplete="family-name"
          defaultValue={last ?? undefined}
          {...inputProps}
        />
      </Field>
    </div>
  )
}
