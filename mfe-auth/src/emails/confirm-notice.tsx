import { Alert } from '@inkproof/ui/alert'
import { TextLink } from '@inkproof/ui/link'
import type { PartProps } from '../account/part-props.ts'

/** A quiet word above the settings while the address is not confirmed. It blocks nothing. */
export function Component({ account: { email, emailConfirmed } }: PartProps) {
  if (email === null || emailConfirmed) return null
  return (
    <Alert title="Your e-mail address is not confirmed yet">
      Open the link we mailed to <span className="break-all">{email}</span>, or ask for another
      under <TextLink href="#email">E-mail</TextLink>.
    </Alert>
  )
}
