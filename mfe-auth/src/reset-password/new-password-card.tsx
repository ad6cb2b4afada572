import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { Card, CardHeader } from '@inkproof/ui/card'
import { clearSession } from '../emails/refresh-session.ts'
import { FormError } from '../forms/form-error.tsx'
import { SubmitButton } from '../forms/form-parts.tsx'
import { useForm } from '../forms/use-form.ts'
import { removeStoredLink } from '../links/stored-link.ts'
import { NewPasswordFields } from '../passwords/new-password-fields.tsx'
import { readNewPassword } from '../passwords/read-new-password.ts'
import { resetPassword } from './reset.api.ts'

type Props = {
  secret: string
  /** The account's address, shown to the user and passed to their password manager. */
  email: string
  /** Shows that the link is no longer usable and returns true, if the error means this; otherwise returns false. */
  handleLinkError: (error: unknown) => boolean
  onDone: () => void
}

/** Sets a new password with a valid link. */
export function NewPasswordCard({ secret, email, handleLinkError, onDone }: Props) {
  const { isPending, error, errorId, fieldErrorId, form } = useForm(async (field) => {
    const password = readNewPassword(field)
    try {
      await resetPassword(secret, password)
    } catch (error) {
      if (handleLinkError(error)) return
      throw error
    }
    removeStoredLink()
    await clearSession()
    onDone()
  }, t('Your password could not be set. Please try again.'))
  return (
    <Card padding="lg">
      <CardHeader
        title={t('Your new password')}
        description={rich('For {email}. You’ll be signed out on all devices.', {
          email: <span className="break-all text-ink">{email}</span>,
        })}
      />
      <form {...form} className="space-y-5">
        <FormError id={errorId} error={error} />
        {/** For password managers, which save the password with its user name. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields
          fieldErrorId={fieldErrorId}
          label={t('New password')}
          confirmLabel={t('Confirm new password')}
          personalTerms={[email]}
          isPending={isPending}
        />
        <SubmitButton isPending={isPending}>{t('Set new password')}</SubmitButton>
      </form>
    </Card>
  )
}
