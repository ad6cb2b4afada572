import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { TextLink } from '@inkproof/ui/link'
import type { PartProps } from '../account/part-props.ts'

/** A notice above the settings while the address is not confirmed. It blocks nothing. */
export function Component({ account: { email, emailConfirmed } }: PartProps) {
  if (email === null || emailConfirmed) return null
  return (
    <Alert title={t('Your e-mail address is not confirmed yet')}>
      {rich(
        'Open the link in our e-mail to {email}, or request another one under <link>E-mail</link>.',
        {
          email: <span className="break-all">{email}</span>,
          link: (text) => <TextLink href="#email">{text}</TextLink>,
        },
      )}
    </Alert>
  )
}
