import { t } from '@inkproof/texts/text'
import { Card, CardHeader } from '@inkproof/ui/card'
import { useState } from 'react'
import { ForgotPasswordForm } from '../dialog/forgot-password-form.tsx'
import { ResetSent } from '../dialog/reset-sent.tsx'
import { useFocusOnMount } from '../forms/use-focus.ts'
import { useSignInAndOpenDashboard } from './use-sign-in-and-open-dashboard.ts'

/** Requests a reset link, with a form on the page instead of in the dialog. */
export function RequestResetLink() {
  const [isSent, setIsSent] = useState(false)
  const signIn = useSignInAndOpenDashboard()
  const back = () => void signIn()
  if (isSent) return <Sent onBack={back} />
  return (
    <Card padding="lg">
      <CardHeader
        title={t('Reset your password')}
        description={t(
          'Enter your account’s e-mail address. We’ll send you a link to set a new password.',
        )}
      />
      <ForgotPasswordForm email="" onSent={() => setIsSent(true)} onBack={back} />
    </Card>
  )
}

function Sent({ onBack }: { onBack: () => void }) {
  const ref = useFocusOnMount<HTMLDivElement>()
  return (
    <Card padding="lg" role="status" ref={ref} tabIndex={-1}>
      <CardHeader
        title={t('Check Your Email')}
        description={t(
          "We've sent a password reset link to your email address if an account exists.",
        )}
      />
      <ResetSent onBack={onBack} />
    </Card>
  )
}
