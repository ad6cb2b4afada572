import type { SignInResponse } from '@inkproof/protocol/auth'
import { toast, useAuthDialog } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { mailboxAction } from '../mailbox/mailbox-note.tsx'
import { handleSignInResponse } from './handle-sign-in-response.ts'

/** Completes a sign-up: signs the user in and, if their address is unconfirmed, announces the confirmation e-mail. */
export function completeSignUp(response: SignInResponse): void {
  // Before signing in, which closes the dialog and continues what it was opened for.
  useAuthDialog.setState({ isNewAccount: true })
  handleSignInResponse(response)
  if (!('token' in response)) return
  const { email, emailConfirmed } = response.user
  if (email === null || emailConfirmed) return
  toast({
    title: t('Your account is ready'),
    description: t(
      'We sent a confirmation link to {email}. You can certify documents before you confirm.',
      {
        email,
      },
    ),
    variant: 'success',
    ...mailboxAction(),
  })
}
