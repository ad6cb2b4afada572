import * as calls from '@inkproof/protocol/calls/passwords'
import { toast } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { Field } from '@inkproof/ui/field'
import { TextLink } from '@inkproof/ui/link'
import { PasswordInput } from '@inkproof/ui/password-input'
import { useState } from 'react'
import type { PartProps } from '../account/part-props.ts'
import { reloadAccount } from '../account/reload-account.ts'
import { FormError } from '../forms/form-error.tsx'
import { type ReadField, useForm } from '../forms/use-form.ts'
import { withReauthentication } from '../reauthentication/with-reauthentication.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { readNewPassword } from './read-new-password.ts'

/** Changes the password, or sets the first one. */
export function Component({ account }: PartProps) {
  // A new key after each submission resets the form.
  const [formKey, setFormKey] = useState(0)
  const { hasPassword, email, emailConfirmed } = account
  if (!hasPassword && !(email && emailConfirmed)) return <NeedsAddress />
  return (
    <Card>
      <CardHeader
        title={hasPassword ? t('Change password') : t('Set a password')}
        description={
          hasPassword
            ? t('You’ll be signed out on other devices, and we’ll e-mail you about the change.')
            : t(
                'You’ll also be able to sign in with your e-mail address. Your other devices will be signed out.',
              )
        }
        level={3}
      />
      <PasswordForm key={formKey} account={account} onDone={() => setFormKey(formKey + 1)} />
    </Card>
  )
}

function NeedsAddress() {
  return (
    <Alert title={t('Your account has no password')}>
      {rich(
        'To set a password, first add and confirm your e-mail address under <link>E-mail</link>.',
        { link: (text) => <TextLink href="#email">{text}</TextLink> },
      )}
    </Alert>
  )
}

function PasswordForm({ account, onDone }: PartProps & { onDone: () => void }) {
  const { hasPassword, email, firstName, lastName } = account
  const { isPending, error, errorId, fieldErrorId, form } = useForm(async (field) => {
    await withReauthentication(() => setPassword(field))
    await reloadAccount()
    toast({
      title: hasPassword ? t('Password changed') : t('Password set'),
      description: t('You’ve been signed out on your other devices.'),
      variant: 'success',
    })
    onDone()
  }, t('Your password could not be changed. Please try again.'))
  return (
    <form {...form} className="max-w-sm space-y-5">
      <FormError id={errorId} error={error} />
      {/** For password managers, which save the password with its user name. */}
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      {hasPassword && (
        <Field label={t('Current password')} required errorId={fieldErrorId('currentPassword')}>
          <PasswordInput name="currentPassword" disabled={isPending} />
        </Field>
      )}
      <NewPasswordFields
        name="newPassword"
        fieldErrorId={fieldErrorId}
        label={t('New password')}
        confirmLabel={t('Confirm new password')}
        personalTerms={[email, firstName, lastName].filter((name) => name !== null)}
        isPending={isPending}
      />
      <Button type="submit" variant="primary" busy={isPending}>
        {hasPassword ? t('Change password') : t('Set password')}
      </Button>
    </form>
  )
}

async function setPassword(field: ReadField): Promise<void> {
  const newPassword = readNewPassword(field, 'newPassword')
  const currentPassword = field('currentPassword')
  const body = { ...(currentPassword && { currentPassword }), newPassword }
  await call(calls.setPassword, { body })
}
