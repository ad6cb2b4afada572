import type { Envelope, SigningBasis } from '@inkproof/protocol/envelopes'
import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { ErrorState } from '@inkproof/ui/error-state'
import { Progress } from '@inkproof/ui/progress'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useEffect, useRef, useState } from 'react'
import { DiscardButton } from './discard-button.tsx'
import { type Failure, failureOf } from './failure.ts'
import { ReviewPanel } from './review-panel.tsx'
import { isBoundElsewhere, sendStatement } from './sign-envelope.ts'
import { type EnteredEnvelope, readEntered, readKey, type StoredKey } from './signing-db.ts'

type Props = { envelope: Envelope; basis: SigningBasis }

type Local = { entered: EnteredEnvelope | null; key: StoredKey | null }

/** An envelope that was started and is not signed yet: review and sign it, in the browser where it was started. */
export function SigningView({ basis, envelope }: Props) {
  const user = useSession((session) => session.user)
  const own = envelope.recipients.find(({ isYou }) => isYou)
  const [local, setLocal] = useState<Local | null>(null)
  const [accountId, recipient] = [user?.id, own?.id]

  useEffect(() => {
    if (accountId === undefined || recipient === undefined) return
    let isCurrent = true
    void Promise.all([
      readEntered(envelope.id, accountId),
      readKey(envelope.id, recipient, accountId),
    ]).then(([entered, key]) => {
      if (isCurrent) setLocal({ entered, key })
    })
    return () => {
      isCurrent = false
    }
  }, [envelope.id, accountId, recipient])

  if (user?.role === 'viewer' || own === undefined) return <WaitingForOthers envelope={envelope} />
  if (local === null) return <Skeleton className="h-72 w-full rounded-xl" />
  const { entered, key } = local
  if (key?.statement) return <SendAgain signingKey={key} />
  if (entered === null || isBoundElsewhere(basis, key)) return <OtherBrowser envelope={envelope} />
  const email = user?.email ?? ''
  return <ReviewPanel envelope={envelope} basis={basis} expected={{ entered, email }} />
}

/** Seen by viewers and other members of the workspace. */
function WaitingForOthers({ envelope: { recipients } }: Pick<Props, 'envelope'>) {
  const name = recipients[0]?.name ?? ''
  return (
    <Alert title={t('Not signed yet')}>{t('Only {name} can sign this document.', { name })}</Alert>
  )
}

function OtherBrowser({ envelope }: Pick<Props, 'envelope'>) {
  return (
    <Alert
      tone="warning"
      title={t('This document is being signed in another browser')}
      actions={<DiscardButton envelope={envelope} size="sm" />}
    >
      {t(
        'What you entered and your signing key are only in that browser. Continue there, or discard the document and start again here.',
      )}
    </Alert>
  )
}

/** The user has signed, but no response arrived. Sending the same statement again cannot sign twice. */
function SendAgain({ signingKey }: { signingKey: StoredKey }) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const isSending = useRef(false)

  async function send(): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    setFailure(null)
    try {
      await sendStatement(signingKey)
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      isSending.current = false
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: sends once; the user repeats it.
  useEffect(() => {
    void send()
  }, [])

  if (failure === null) return <Progress label={t('Sending your signature…')} value={null} />
  return (
    <ErrorState title={t('Your signature could not be sent')} onRetry={() => void send()}>
      {failure.message}
    </ErrorState>
  )
}
