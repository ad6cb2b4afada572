import { openAuth, useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Card } from '@inkproof/ui/card'
import { Progress } from '@inkproof/ui/progress'
import { useEffect, useRef, useState } from 'react'
import { discardDraft } from '../editor/draft.store.ts'
import type { ReadyDraft } from '../editor/draft.ts'
import { checkStarted } from './check-started.ts'
import { type Failure, failureOf } from './failure.ts'
import { type StartStep, startFromDraft } from './start-envelope.ts'
import { StartFailure } from './start-failure.tsx'
import { StartedFailure } from './started-failure.tsx'

type Props = {
  draft: ReadyDraft
  /** The user wants to change the draft. */
  onBack: () => void
  /** Signing of the envelope with this ID has started. */
  onStarted: (envelopeId: string) => void
}

type Step = 'sign-in' | StartStep | 'checking'
type Work =
  | { step: Step }
  | { step: 'failed'; failure: Failure }
  /** The request with this ID was sent, but the check of what was sent failed. */
  | { step: 'unchecked'; id: string; error: unknown }

/**
 * Signs the user in if needed, uploads the document and starts signing; then checks what was sent to others. Shows the progress
 * and what to do if it fails.
 */
export function StartSigning({ draft, onBack, onStarted }: Props) {
  const [work, setWork] = useState<Work>({ step: 'sign-in' })
  const isRunning = useRef(false)
  const isSending = draft.recipients.some(({ email }) => email !== null)

  async function run(): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setWork({ step: 'sign-in' })
    try {
      const isSignedIn = await openAuth('login', headingsFor(draft, isSending))
      const { user } = useSession.getState()
      if (!isSignedIn || user === null) {
        onBack()
        return
      }
      const id = await startFromDraft(draft, user, (step) => setWork({ step }))
      if (isSending) await check(id)
      else finish(id)
    } catch (error) {
      setWork({ step: 'failed', failure: failureOf(error) })
    } finally {
      isRunning.current = false
    }
  }

  /** A document that only the user signs is checked in the review, which follows. */
  async function check(id: string): Promise<void> {
    setWork({ step: 'checking' })
    try {
      await checkStarted(id)
      finish(id)
    } catch (error) {
      setWork({ step: 'unchecked', id, error })
    }
  }

  /** Signs the user in first, if the session has ended. */
  async function checkAgain(id: string): Promise<void> {
    if (await openAuth('login', headingsFor(draft, isSending))) await check(id)
  }

  function finish(id: string): void {
    discardDraft()
    onStarted(id)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; the user repeats it.
  useEffect(() => {
    void run()
  }, [])

  if (work.step === 'failed')
    return (
      <StartFailure
        failure={work.failure}
        isSending={isSending}
        onRetry={() => void run()}
        onBack={onBack}
      />
    )
  if (work.step === 'unchecked')
    return (
      <StartedFailure
        error={work.error}
        onRetry={() => void checkAgain(work.id)}
        onOpen={() => finish(work.id)}
        onWithdrawn={onBack}
      />
    )
  return (
    <Card className="max-w-lg" aria-live="polite">
      <Progress
        label={isSending && work.step === 'preparing' ? SENDING : LABELS[work.step]}
        value={null}
        detail={draft.file.name}
      />
    </Card>
  )
}

const LABELS: Record<Step, string> = {
  'sign-in': t('Waiting for you to sign in…'),
  uploading: t('Uploading the document…'),
  preparing: t('Preparing the document for signing…'),
  checking: t('Comparing what was sent with what you entered…'),
}

const SENDING = t('Preparing the document and sending the invitations…')

function headingsFor({ title }: ReadyDraft, isSending: boolean) {
  const description = t('The document and everything you entered are kept.')
  return isSending
    ? {
        register: { title: t('Create an account to send {title}', { title }), description },
        login: { title: t('Sign in to send {title}', { title }), description },
      }
    : {
        register: { title: t('Create an account to sign {title}', { title }), description },
        login: { title: t('Sign in to sign {title}', { title }), description },
      }
}
