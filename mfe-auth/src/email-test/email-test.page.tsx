import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import '../full.css'
import { listSentEmails } from '@inkproof/protocol/calls/mail'
import { openAuth, useSession } from '@inkproof/slice'
import { queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { EmptyState } from '@inkproof/ui/empty-state'
import { Page, PageHeader, Section } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { Mail, RotateCw, Send } from 'lucide-react'
import { useCallback } from 'react'
import { Link } from 'react-router-dom'
import { FormError } from '../forms/form-error.tsx'
import { Delivery } from './delivery.tsx'
import { SentList } from './sent-list.tsx'
import { useTestEmail } from './use-test-email.ts'

/** Sends a test e-mail to the signed-in user and shows its delivery. */
export function Component() {
  const { status, user } = useSession()
  return (
    <Page width="text">
      <PageHeader
        title={t('E-mail test')}
        lead={t('Send yourself a test message and see when and how the mail server responds.')}
      />
      {status === 'loading' && <Skeleton className="h-48 w-full rounded-xl" />}
      {status === 'signed-out' && <SignedOut />}
      {status === 'signed-in' && <TestEmail key={user.id} email={user.email} />}
    </Page>
  )
}

function SignedOut() {
  return (
    <Card padding="none">
      <EmptyState
        icon={<Mail />}
        title={t('Sign in to send a test message')}
        action={
          <Button variant="primary" onClick={() => void openAuth()}>
            {t('Sign in')}
          </Button>
        }
      >
        {t('The message is sent only to the address of your account.')}
      </EmptyState>
    </Card>
  )
}

function TestEmail({ email }: { email: string | null }) {
  const list = usePersonalQuery(queryOf(listSentEmails), { refetchOnMount: 'always' })
  const { refetch } = list
  const reload = useCallback(() => void refetch(), [refetch])
  return (
    <>
      {email === null ? <NeedsAddress /> : <TestCard email={email} onChange={reload} />}
      <Section
        title={t('E-mails sent to you')}
        description={t('The latest 20, each with the mail server’s response.')}
        actions={
          <Button size="sm" onClick={reload}>
            <RotateCw aria-hidden="true" />
            {t('Refresh')}
          </Button>
        }
      >
        <SentList list={list} />
      </Section>
    </>
  )
}

function NeedsAddress() {
  return (
    <Alert
      title={t('Your account has no e-mail address')}
      actions={
        <Button asChild>
          <Link to="/user-profile#email">{t('Add e-mail address')}</Link>
        </Button>
      }
    >
      {t('Add one in your settings to receive a test message.')}
    </Alert>
  )
}

function TestCard({ email, onChange }: { email: string; onChange: () => void }) {
  const { mail, isSending, error, send } = useTestEmail(onChange)
  return (
    <Card padding="lg">
      <CardHeader
        title={t('Test message')}
        description={rich(
          'We’ll send it to {email}. You can send up to ten test messages an hour.',
          {
            email: <span className="break-all text-ink">{email}</span>,
          },
        )}
        actions={
          <Button
            variant="primary"
            busy={isSending || mail?.state === 'due'}
            onClick={() => void send()}
          >
            <Send aria-hidden="true" />
            {mail ? t('Send another') : t('Send test message')}
          </Button>
        }
      />
      <FormError error={error} />
      {mail && <Delivery mail={mail} />}
    </Card>
  )
}
