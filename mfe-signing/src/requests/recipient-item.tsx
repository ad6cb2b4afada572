import type { Envelope, EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { RecipientMark } from '../recipients/recipient-mark.tsx'
import { ROLE_LABELS } from '../recipients/role-texts.ts'
import { canCorrect } from './can-correct.ts'
import { CorrectRecipient } from './correct-recipient.tsx'
import { CorrectionNote } from './correction-note.tsx'
import { ExtendDeadline } from './extend-deadline.tsx'
import { hasProblem, InvitationProblem } from './invitation-problem.tsx'
import { RecipientDeadline } from './recipient-deadline.tsx'
import { RecipientStatus } from './recipient-status.tsx'
import { ReleaseKey } from './release-key.tsx'
import { RemindButton } from './remind-button.tsx'
import { whoseTurn } from './turn.ts'

type RecipientItemProps = {
  envelope: Envelope
  recipient: EnvelopeRecipient
  index: number
  /** Whether the user may change the request. */
  canWrite: boolean
}

/** A recipient of a request: how far they are, and what the sender can do about it. */
export function RecipientItem({ canWrite, envelope, index, recipient }: RecipientItemProps) {
  const { isYou, name, otherKey, reason } = recipient
  const [isCorrecting, setIsCorrecting] = useState(false)
  const isSigning = envelope.state === 'signing'
  const onCorrect = canWrite && canCorrect(envelope, recipient) ? () => setIsCorrecting(true) : null
  const canRemind =
    canWrite && isSigning && !isYou && whoseTurn(envelope).some(({ id }) => id === recipient.id)
  return (
    <li className="space-y-3 py-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <RecipientMark name={name} index={index} />
        <PersonDetails recipient={recipient} isSigning={isSigning} />
        <div className="flex flex-wrap items-center gap-3 max-sm:w-full max-sm:pl-11">
          <RecipientStatus recipient={recipient} envelopeState={envelope.state} />
          {canRemind && <RemindButton envelope={envelope} recipient={recipient} />}
          {canWrite && <ExtendDeadline envelope={envelope} recipient={recipient} />}
          {onCorrect && !hasProblem(recipient) && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={t('Correct address of {name}', { name })}
              onClick={onCorrect}
            >
              <PencilLine />
              {t('Correct address')}
            </Button>
          )}
        </div>
      </div>
      {reason !== null && reason !== '' && (
        <blockquote className="ml-11 whitespace-pre-line break-words border-danger-line border-l-2 pl-3 text-ink-muted">
          {reason}
        </blockquote>
      )}
      {isSigning && <InvitationProblem recipient={recipient} onCorrect={onCorrect} />}
      {isSigning && canWrite && otherKey !== null && (
        <ReleaseKey envelope={envelope} recipient={recipient} thumbprint={otherKey.thumbprint} />
      )}
      {/* Stays open if correcting has become impossible meanwhile, so that the page can say so. */}
      <CorrectRecipient
        envelope={envelope}
        recipient={recipient}
        open={isCorrecting}
        onOpenChange={setIsCorrecting}
      />
    </li>
  )
}

type DetailsProps = Pick<RecipientItemProps, 'recipient'> & { isSigning: boolean }

/** Name, address and role, until when they can act, and whom they replace. */
function PersonDetails({ isSigning, recipient }: DetailsProps) {
  const { email, hasAccessCode, isYou, name, role, tookOverFrom } = recipient
  return (
    <div className="min-w-0 flex-1 basis-48">
      <p className="break-words font-medium text-ink">
        {name}
        {isYou && <span className="font-normal text-ink-faint"> · {t('You')}</span>}
      </p>
      <p className="break-all text-ink-muted text-sm">{email}</p>
      <p className="text-ink-faint text-sm">
        {ROLE_LABELS[role]}
        {hasAccessCode && ` · ${t('With access code')}`}
      </p>
      {isSigning && <RecipientDeadline recipient={recipient} />}
      <CorrectionNote recipient={recipient} />
      {tookOverFrom !== null && (
        <p className="break-words text-ink-faint text-sm">
          {t('Took over from {name}', { name: tookOverFrom })}
        </p>
      )}
    </div>
  )
}
