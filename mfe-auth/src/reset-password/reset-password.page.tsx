import '../full.css'
import { openAuth } from '@inkproof/slice'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { ErrorState } from '@inkproof/ui/error-state'
import { Page, PageHeader } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { AskForLink } from './ask-for-link.tsx'
import { NewPasswordCard } from './new-password-card.tsx'
import { type ResetView, useResetLink } from './use-reset-link.ts'

/** A forgotten password: the mailed link leads here. */
export function Component() {
  const [view, setView] = useResetLink()
  return (
    <Page width="narrow">
      <PageHeader
        title="Reset password"
        lead="A mailed link works once, for one hour, and sets a new password."
      />
      <Content view={view} onView={setView} />
    </Page>
  )
}

type ContentProps = { view: ResetView; onView: (view: ResetView) => void }

function Content({ view, onView }: ContentProps) {
  switch (view.step) {
    case 'asking':
      return <AskForLink />
    case 'checking':
      return (
        <div role="status" aria-label="Checking your link">
          <Skeleton className="h-80 w-full rounded-xl" />
        </div>
      )
    case 'valid':
      return <NewPasswordCard secret={view.secret} link={view.link} onView={onView} />
    case 'unanswered':
      return (
        <ErrorState
          title="Your link could not be checked"
          onRetry={() => onView({ step: 'checking', secret: view.secret })}
        >
          The service did not answer. Your link was not used up.
        </ErrorState>
      )
    case 'refused':
      return <Refused {...view} onAsk={() => onView({ step: 'asking' })} />
    case 'done':
      return <Done email={view.email} />
  }
}

const TITLES: Readonly<Record<string, string>> = {
  LINK_USED: 'This link was used already',
  LINK_EXPIRED: 'This link has expired',
  LINK_UNKNOWN: 'This link is not complete',
}

type RefusedProps = { code: string | null; sentence: string; onAsk: () => void }

function Refused({ code, sentence, onAsk }: RefusedProps) {
  return (
    <Card padding="lg" role="alert">
      <CardHeader
        title={TITLES[code ?? ''] ?? 'This link does not work'}
        description={
          code === 'LINK_USED'
            ? 'Sign in with the password you chose then. If it was not you who used it, ask for a new link now.'
            : sentence
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onAsk}>
          Ask for a new link
        </Button>
        <Button onClick={() => void openAuth()}>Sign In</Button>
      </div>
    </Card>
  )
}

function Done({ email }: { email: string }) {
  const place = useRef<HTMLDivElement>(null)
  // The form and its button are gone; without this the focus would be nowhere.
  useEffect(() => place.current?.focus(), [])
  return (
    <Card padding="lg" role="status" ref={place} tabIndex={-1}>
      <CircleCheck className="mb-4 size-7 text-success" aria-hidden="true" />
      <CardHeader
        title="You have a new password"
        description={
          <>
            Sign in to <span className="break-all">{email}</span> with it. Every session from before
            has ended.
          </>
        }
      />
      <Button variant="primary" onClick={() => void openAuth()}>
        Sign In
      </Button>
    </Card>
  )
}
