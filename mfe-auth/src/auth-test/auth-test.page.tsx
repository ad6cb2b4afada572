import { t } from '@inkproof/texts/text'
import '../full.css'
import { useSession } from '@inkproof/slice'
import { Alert } from '@inkproof/ui/alert'
import { Card } from '@inkproof/ui/card'
import { KeyValue } from '@inkproof/ui/key-value'
import { Page, PageHeader, Section } from '@inkproof/ui/page'
import { CallList } from './call-list.tsx'
import { describeSession } from './describe-session.ts'

/** Shows this browser's session, and runs each authentication call. */
export function Component() {
  const session = useSession()
  const isSignedIn = session.status === 'signed-in'
  return (
    <Page width="text">
      <PageHeader
        title={t('Auth test')}
        lead={t('Inspect this browser’s session and run each authentication call.')}
      />
      <Section title={t('Session')}>
        <Card>
          <KeyValue items={describeSession(session)} />
        </Card>
      </Section>
      <Section
        title={t('Calls')}
        description={t(
          'Open a call to see its parameters and run it. Calls that change something ask for confirmation.',
        )}
      >
        {!isSignedIn && (
          <div className="mb-6">
            <Alert>{t('You are signed out. Calls that require a session return 401.')}</Alert>
          </div>
        )}
        <CallList />
      </Section>
    </Page>
  )
}
