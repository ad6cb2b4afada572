/** Input fields for codes, used at sign-in, for confirming the identity and for setting up an app. */
import { t } from '@inkproof/texts/text'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import type { GetFieldErrorId } from '../forms/use-form.ts'

type Props = { isPending: boolean; hint?: string; fieldErrorId: GetFieldErrorId }

/** The six digits of an authenticator app; password managers and phones can fill them in. */
export function AuthenticatorCodeField({
  isPending,
  fieldErrorId,
  hint = t('The six digits that your authenticator app shows for Inkproof.'),
}: Props) {
  return (
    <Field label={t('Code')} required hint={hint} errorId={fieldErrorId('code')}>
      <Input
        name="code"
        mono
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123456"
        pattern="\s*(\d\s*){6}"
        title={t('Six digits')}
        maxLength={12}
        data-initial-focus
        disabled={isPending}
        className="tracking-[0.3em]"
      />
    </Field>
  )
}

/** One of the ten recovery codes. */
export function RecoveryCodeField({
  isPending,
  fieldErrorId,
  hint = t('One of the codes you saved when you set up the app. Each works once.'),
}: Props) {
  return (
    <Field label={t('Recovery code')} required hint={hint} errorId={fieldErrorId('recoveryCode')}>
      <Input
        name="recoveryCode"
        mono
        autoComplete="off"
        placeholder={t('XXXX-XXXX-XXXX')}
        maxLength={40}
        data-initial-focus
        disabled={isPending}
        className="uppercase placeholder:normal-case"
      />
    </Field>
  )
}
