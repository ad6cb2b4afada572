import type { Envelope, SigningBasis } from '@inkproof/protocol/envelopes'
import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useEffect, useState } from 'react'
import { isSentToOthers } from '../recipients/is-sent-to-others.ts'
import { DiscardButton } from '../signing/discard-button.tsx'
import { isKeyOfBrowser } from '../signing/is-bound-key.ts'
import { ReviewPanel } from '../signing/review-panel.tsx'
import { SendStored } from '../signing/send-stored.tsx'
import { isBoundElsewhere, sendStatement } from '../signing/sign-envelope.ts'
import {
  type EnteredEnvelope,
  readEntered,
  readKey,
  type StoredKey,
} from '../signing/signing-db.ts'
import { FillRequest } from './fill-request.tsx'

type Props = { envelope: Envelope; basis: SigningBasis }

/** What this browser has of a request whose bound key was known like this. */
type Local = { entered: EnteredEnvelope | null; key: StoredKey | null; basis: SigningBasis }

/**
 * The sender's own turn: review and sign or approve. In another browser than the one where the request was started, they fill
 * their fields first; once a key is bound, only its browser can sign.
 */
export function SigningView({ basis, envelope }: Props) {
  const user = useSession((session) => session.user)
  const own = envelope.recipients.find(({ isYou }) => isYou)
  const [local, setLocal] = useState<Local | null>(null)
  const [accountId, recipient, bound] = [user?.id, own?.id, basis.key?.thumbprint]

  // biome-ignore lint/correctness/useExhaustiveDependencies: another bound key may be the one that this browser has just made.
  useEffect(() => {
    if (accountId === undefined || recipient === undefined) return
    let isCurrent = true
    void Promise.all([
      readEntered(envelope.id, accountId),
      readKey(envelope.id, recipient, accountId),
    ]).then(([entered, key]) => {
      if (isCurrent) setLocal({ entered, key, basis })
    })
    return () => {
      isCurrent = false
    }
  }, [envelope.id, accountId, recipient, bound])

  if (own === undefined) return null
  if (local === null) return <Skeleton className="h-72 w-full rounded-xl" />
  const { entered, key } = local
  if (key?.statement) {
    // The user has signed, but no response arrived.
    const act = own.role === 'approver' ? 'approve' : 'sign'
    return <SendStored act={act} send={() => sendStatement(key)} />
  }
  if (basis.key && isKeyOfBrowser(basis.key) && isBoundElsewhere(local.basis, key))
    return <OtherBrowser envelope={envelope} />
  if (entered === null)
    return <FillRequest envelope={envelope} basis={basis} you={own} accountId={accountId ?? ''} />
  const email = user?.email ?? ''
  return <ReviewPanel envelope={envelope} basis={basis} expected={{ entered, email }} />
}

function OtherBrowser({ envelope }: Pick<Props, 'envelope'>) {
  return (
    <Alert
      tone="warning"
      title={t('This document is being signed in another browser')}
      actions={<DiscardButton envelope={envelope} size="sm" />}
    >
      {isSentToOthers(envelope)
        ? t(
            'What you entered and your signing key are only in that browser. Continue there, or withdraw the request and start again here.',
          )
        : t(
            'What you entered and your signing key are only in that browser. Continue there, or discard the document and start again here.',
          )}
    </Alert>
  )
}
