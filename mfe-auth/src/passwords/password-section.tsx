import { request, toast } from '@inkproof/slice'
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
import { withProof } from '../reauthentication/with-proof.ts'
import { checkPassword } from './check-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

/** Changing the password, or setting the first one. */
export function Component({ account }: PartProps) {
  // A form that was sent is put away, and with it what was typed.
  const [round, setRound] = useState(0)
  const { hasPassword, email, emailConfirmed } = account
  if (!hasPassword && !(email && emailConfirmed)) return <NeedsAddress />
  return (
    <Card>
      <CardHeader
        title={hasPassword ? 'Change password' : 'Set a password'}
        description={
          hasPassword
            ? 'All your other sessions end, and a mail tells you that it was changed.'
            : 'With it your e-mail address opens your account as well.'
        }
        level={3}
      />
      <PasswordForm key={round} account={account} onDone={() => setRound(round + 1)} />
    </Card>
  )
}

function NeedsAddress() {
  return (
    <Alert title="Your account has no password">
      A password opens an account together with a confirmed e-mail address. Add yours under{' '}
      <TextLink href="#email">E-mail</TextLink> first.
    </Alert>
  )
}

function PasswordForm({ account, onDone }: PartProps & { onDone: () => void }) {
  const { hasPassword, email, firstName, lastName } = account
  const { isPending, error, errorId, faultOf, form } = useForm(async (field) => {
    await withProof(() => setPassword(field))
    await reloadAccount()
    toast({
      title: hasPassword ? 'Your password is changed' : 'Your password is set',
      description: 'All your other sessions have ended.',
      variant: 'success',
    })
    onDone()
  }, 'Your password could not be changed. Please try again.')
  return (
    <form {...form} className="max-w-sm space-y-5">
      <FormError id={errorId} error={error} />
      {/* For password managers, which save a password beside the name it belongs to. */}
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      {hasPassword && (
        <Field label="Current Password" required faultId={faultOf('currentPassword')}>
          <PasswordInput name="currentPassword" disabled={isPending} />
        </Field>
      )}
      <NewPasswordFields
        faultOf={faultOf}
        label="New Password"
        confirmLabel="Confirm New Password"
        about={[email, firstName, lastName].filter((name) => name !== null)}
        isPending={isPending}
      />
      <Button type="submit" variant="primary" busy={isPending}>
        {hasPassword ? 'Change password' : 'Set password'}
      </Button>
    </form>
  )
}

async function setPassword(field: ReadField): Promise<void> {
  const newPassword = field('password')
  checkPassword(newPassword, field('confirmPassword'))
  const currentPassword = field('currentPassword')
  await request('POST', '/api/auth/password', {
    ...(currentPassword && { currentPassword }),
    newPassword,
  })
}
