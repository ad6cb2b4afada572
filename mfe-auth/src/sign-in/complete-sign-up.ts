import type { SignInAnswer } from '@inkproof/protocol/auth'
import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { mailboxAction } from '../mailbox/mailbox-note.tsx'
import { handleSignInAnswer } from './handle-sign-in-answer.ts'

/** Completes a sign-up: signs the person in, and mentions the confirmation e-mail if they gave an address. */
export function completeSignUp(answer: SignInAnswer): void {
  handleSignInAnswer(answer)
  if (!('token' in answer)) return
  const { email, emailConfirmed } = answer.user
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
