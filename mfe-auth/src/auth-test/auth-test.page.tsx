import '../full.css'
import { useSession } from '@inkproof/slice'
import { Alert } from '@inkproof/ui/alert'
import { Card } from '@inkproof/ui/card'
import { KeyValue } from '@inkproof/ui/key-value'
import { Page, PageHeader, Section } from '@inkproof/ui/page'
import { CallCard } from './call-card.tsx'
import { CALLS } from './calls.ts'
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
        description="Calls that would change something are sent with an empty form, so that their refusal is the answer."
      >
        <div className="space-y-4">
          {!isSignedIn && <Alert>You are signed out: calls that need a session answer 401.</Alert>}
          {CALLS.map((call) => (
            <CallCard key={call.path} call={call} />
          ))}
        </div>
      </Section>
    </Page>
  )
}
