import { t } from '@inkproof/texts/text'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import type { FaultOf } from './use-form.ts'

const MAX_CHARACTERS = 100

type Props = {
  first?: string | null
  last?: string | null
  placeholder?: string
  isPending: boolean
  faultOf: FaultOf
  className: string
}

/** First and last name, as `firstName` and `lastName` of the surrounding form; both are optional. */
export function NameFields({ first, last, placeholder, isPending, faultOf, className }: Props) {
  const both = { maxLength: MAX_CHARACTERS, disabled: isPending, placeholder }
  return (
    <div className={className}>
      <Field label={t('First Name')} faultId={faultOf('firstName')}>
        <Input
          name="firstName"
          autoComplete="given-name"
          defaultValue={first ?? undefined}
          {...both}
        />
      </Field>
      <Field label={t('Last Name')} faultId={faultOf('lastName')}>
        <Input
          name="lastName"
          autoComplete="family-name"
          defaultValue={last ?? undefined}
          {...both}
        />
      </Field>
    </div>
  )
}
