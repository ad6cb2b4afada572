import '../full.css'
import { useSession } from '@inkproof/slice'
import { Alert } from '@inkproof/ui/alert'
import { Card } from '@inkproof/ui/card'
import { KeyValue } from '@inkproof/ui/key-value'
import { Page, PageHeader, Section } from '@inkproof/ui/page'
import { CallList } from './call-list.tsx'
import { describeSession } from './describe-session.ts'

/** The session as this browser holds it, and each authentication call with what it answers. */
export function Component() {
  const session = useSession()
  const isSignedIn = session.status === 'signed-in'
  return (
    <Page width="text">
      <PageHeader
        title="Auth test"
        lead="What this browser holds of your session, and what each authentication call answers right now."
      />
      <Section title="Session">
        <Card>
          <KeyValue items={describeSession(session)} />
        </Card>
      </Section>
      <Section
        title="Calls"
        description="Open one to see what it takes, and run it. What changes something is asked about first."
      >
        {!isSignedIn && (
          <div className="mb-6">
            <Alert>You are signed out: calls that need a session answer 401.</Alert>
          </div>
        )}
        <CallList />
      </Section>
    </Page>
  )
}
