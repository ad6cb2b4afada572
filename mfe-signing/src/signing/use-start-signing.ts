import { openAuth, useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { useEffect, useRef, useState } from 'react'
import { discardDraft } from '../editor/draft.store.ts'
import type { ReadyDraft } from '../editor/draft.ts'
import { checkStarted } from './check-started.ts'
import { type Failure, failureOf } from './failure.ts'
import { type StartStep, startFromDraft } from './start-envelope.ts'

export type StartInput = {
  draft: ReadyDraft
  /** The user wants to change the draft. */
  onBack: () => void
  /** Signing of the envelope with this ID has started. */
  onStarted: (envelopeId: string) => void
}

export type Step = 'sign-in' | StartStep | 'checking'
type Work =
  | { step: Step }
  | { step: 'failed'; failure: Failure }
  /** The request with this ID was sent, but the check of what was sent failed. */
  | { step: 'unchecked'; id: string; error: unknown }

/** Signs the user in if needed, uploads the document and starts signing; then checks what was sent to others. */
export function useStartSigning({ draft, onBack, onStarted }: StartInput) {
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

  return { checkAgain, finish, isSending, run, work }
}

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
