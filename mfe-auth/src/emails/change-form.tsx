import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { Field } from '@inkproof/ui/field'
import { EmailInput } from '../forms/email-input.tsx'
import { FormError } from '../forms/form-error.tsx'
import { useForm } from '../forms/use-form.ts'
import { mailboxAction } from '../mailbox/mailbox-note.tsx'
import { withReauthentication } from '../reauthentication/with-reauthentication.ts'
import { changeEmail } from './emails.api.ts'
import { useEmailChange } from './use-email-settings.ts'

/** Changes the address, or sets the first one of an account created with a wallet or passkey. */
export function ChangeForm({ isFirst }: { isFirst: boolean }) {
  const change = useEmailChange()
  const { isPending, error, errorId, fieldErrorId, form } = useForm(
    async (field) => {
      const email = field('email').trim()
      await change(() => withReauthentication(() => changeEmail(email)))
      toast({
        title: t('One more step'),
        description: t('Open the link in our e-mail to {email}.', { email }),
        variant: 'success',
        ...mailboxAction(),
      })
    },
    t('Your e-mail address could not be changed. Please try again.'),
    'change-email',
  )
  return (
    <Card>
      <CardHeader
        level={3}
        title={isFirst ? t('Add an e-mail address') : t('Change your e-mail address')}
        description={
          isFirst
            ? t(
                'We’ll send you a confirmation link. You’ll then be notified of new sign-ins and be able to recover your account.',
              )
            : t(
                'We’ll send a link to the new address. Until you open it, your current address stays in use and you can cancel the change.',
              )
        }
      />
      <form {...form} className="space-y-5">
        <FormError id={errorId} error={error} />
        <Field
          label={isFirst ? t('E-mail address') : t('New e-mail address')}
          required
          errorId={fieldErrorId('email')}
        >
          <EmailInput
            autoComplete="email"
            placeholder={t('you@example.com')}
            disabled={isPending}
          />
        </Field>
        <Button type="submit" busy={isPending}>
          {isFirst ? t('Add address') : t('Change address')}
        </Button>
      </form>
    </Card>
  )
}
