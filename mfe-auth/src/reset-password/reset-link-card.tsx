import type { ResetLink } from '@inkproof/protocol/emails'
import { useSession } from '@inkproof/slice'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useOutcome } from '../forms/use-focus.ts'
import { type LinkCardProps, MailedLinkCard } from '../links/mailed-link-card.tsx'
import type { Look, Refusal } from '../links/use-look.ts'
import { WORKPLACE } from '../links/workplace.ts'
import { NewPasswordCard } from './new-password-card.tsx'
import { lookAtReset } from './reset.api.ts'
import { useSignInAndGo } from './use-sign-in-and-go.ts'

/** What the link that was mailed for a forgotten password opens. Put aside, it makes room for a new one. */
export function ResetLinkCard(props: LinkCardProps) {
  return (
    <MailedLinkCard<ResetLink>
      {...props}
      look={lookAtReset}
      refused={(refusal) => <Refused refusal={refusal} onAsk={props.onDone} />}
    >
      {(link, refuse) => <Offered link={link} refuse={refuse} secret={props.secret} />}
    </MailedLinkCard>
  )
}

type OfferedProps = { link: ResetLink; secret: string; refuse: Look<ResetLink>['refuse'] }

function Offered({ link: { email }, secret, refuse }: OfferedProps) {
  const [isDone, setDone] = useState(false)
  if (isDone) return <Done email={email} />
  return (
    <NewPasswordCard secret={secret} email={email} refuse={refuse} onDone={() => setDone(true)} />
  )
}

const TITLES: Readonly<Record<string, string>> = {
  LINK_USED: 'This link was used already',
  LINK_EXPIRED: 'This link has expired',
  LINK_UNKNOWN: 'This link is not complete',
}

function Refused({ refusal: { code, reason }, onAsk }: { refusal: Refusal; onAsk: () => void }) {
  const signIn = useSignInAndGo()
  return (
    <Card padding="lg" role="alert">
      <CardHeader
        title={TITLES[code ?? ''] ?? 'This link does not work'}
        description={
          code === 'LINK_USED'
            ? 'Sign in with the password you chose then. If it was not you who used it, ask for a new link now.'
            : reason
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onAsk}>
          Ask for a new link
        </Button>
        <Button onClick={() => void signIn()}>Sign In</Button>
      </div>
    </Card>
  )
}

function Done({ email }: { email: string }) {
  const place = useOutcome<HTMLDivElement>()
  const signIn = useSignInAndGo()
  const isSignedIn = useSession(({ status }) => status === 'signed-in')
  return (
    <Card padding="lg" role="status" ref={place} tabIndex={-1}>
      <CircleCheck className="mb-4 size-7 text-success" aria-hidden="true" />
      <CardHeader
        title="You have a new password"
        description={
          <>
            {isSignedIn ? 'You are signed in again.' : <SignInWithIt email={email} />} Every session
            from before has ended.
          </>
        }
      />
      {isSignedIn ? (
        <Button asChild variant="primary">
          <Link to={WORKPLACE}>Go to your documents</Link>
        </Button>
      ) : (
        <Button variant="primary" onClick={() => void signIn(email)}>
          Sign In
        </Button>
      )}
    </Card>
  )
}

function SignInWithIt({ email }: { email: string }) {
  return (
    <>
      Sign in to <span className="break-all">{email}</span> with it.
    </>
  )
}
