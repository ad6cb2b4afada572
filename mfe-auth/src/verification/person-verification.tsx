import { t } from '@inkproof/texts/text'
import '../full.css'
import { showVerification, verifyPerson } from '@inkproof/protocol/calls/verification'
import type { PersonVerification } from '@inkproof/protocol/verification'
import { toast } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { queryOf, usePersonalChange, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { rich } from '@inkproof/texts/rich'
import { Button } from '@inkproof/ui/button'
import { TextLink } from '@inkproof/ui/link'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { resetCaptcha, useCaptcha } from '../captcha/captcha.store.ts'
import { SecurityVerification } from '../captcha/security-verification.tsx'
import { sendConfirmation } from '../emails/emails.api.ts'
import { useEmailChange } from '../emails/use-email-settings.ts'
import { FormError } from '../forms/form-error.tsx'
import { useActions } from '../forms/use-actions.ts'
import { MailboxNote, mailboxAction } from '../mailbox/mailbox-note.tsx'

/**
 * The ways to verify the account, for the page that needs it verified: the confirmation of its e-mail address,
 * and the human verification, if the installation has one. That page reads the same query and continues by itself.
 */
export function Component() {
  const { data } = usePersonalQuery(queryOf(showVerification))
  if (data === undefined) return <Skeleton className="h-28 w-full rounded-lg" />
  if (data.isVerified) return null
  return (
    <div className="space-y-4">
      {data.canSolve && <Solve />}
      {data.email !== null && <Confirm email={data.email} isOnly={!data.canSolve} />}
      {data.email === null && !data.canSolve && <AddAddress />}
    </div>
  )
}

/** Sends the token as soon as the verification is solved. */
function Solve() {
  const state = useCaptcha()
  const { error, run } = useActions()
  const change = usePersonalChange<PersonVerification>((result, write) =>
    write(queryOf(showVerification), result),
  )
  const token = state.step === 'solved' ? state.token : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a token is sent once, when it appears.
  useEffect(() => {
    if (token === null) return
    void run('solve', () =>
      change(() => call(verifyPerson, { body: { turnstileToken: token } })),
    ).then((isDone) => {
      if (!isDone) resetCaptcha()
    })
  }, [token])
  return (
    <>
      <FormError error={error} />
      <SecurityVerification purpose="person" />
    </>
  )
}

function Confirm({ email, isOnly }: { email: string; isOnly: boolean }) {
  const { busy, error, run } = useActions()
  const change = useEmailChange()
  async function send() {
    const isSent = await run('send', () => change(sendConfirmation))
    if (isSent)
      toast({ title: t('A new link is on its way'), variant: 'success', ...mailboxAction() })
  }
  return (
    <div className="space-y-3">
      <p className="text-ink-muted text-sm">
        {rich(
          isOnly
            ? 'Confirm your e-mail address: open the link in our e-mail to {email}.'
            : 'Or confirm your e-mail address: open the link in our e-mail to {email}.',
          { email: <span className="break-all font-medium text-ink">{email}</span> },
        )}
      </p>
      <FormError error={error} />
      <Button size="sm" busy={busy !== null} onClick={() => void send()}>
        {t('Resend e-mail')}
      </Button>
      <MailboxNote />
    </div>
  )
}

function AddAddress() {
  return (
    <p className="text-ink-muted text-sm">
      {rich(
        'Your account has no e-mail address. <link>Add one in the settings</link> and confirm it.',
        {
          link: (text) => (
            <TextLink asChild>
              <Link to="/user-profile#email">{text}</Link>
            </TextLink>
          ),
        },
      )}
    </p>
  )
}
