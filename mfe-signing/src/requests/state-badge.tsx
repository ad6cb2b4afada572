import type { EnvelopeState, EnvelopeSummary } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import { Badge, type BadgeTone } from '@inkproof/ui/badge'
import { isSentToOthers } from '../recipients/is-sent-to-others.ts'
import { isYourTurn } from './turn.ts'

type StateBadgeProps = { envelope: Pick<EnvelopeSummary, 'recipients' | 'state'> }

/** A badge with the state of a document. */
export function StateBadge({ envelope }: StateBadgeProps) {
  const { label, tone } = badgeOf(envelope)
  return (
    <Badge tone={tone} dot={envelope.state === 'completing'}>
      {label}
    </Badge>
  )
}

type Look = { tone: BadgeTone; label: string }

function badgeOf(envelope: StateBadgeProps['envelope']): Look {
  const { recipients, state } = envelope
  if (state === 'voided' && isSentToOthers(envelope)) return WITHDRAWN
  if (state === 'completed' && isSentToOthers(envelope)) return COMPLETED
  if (state !== 'signing') return BADGES[state]
  if (!isYourTurn(envelope)) return WAITING
  return recipients.some(({ isYou, role }) => isYou && role === 'approver') ? APPROVE : SIGN
}

const SIGN: Look = { tone: 'accent', label: t('Ready to sign') }
const APPROVE: Look = { tone: 'accent', label: t('Ready to approve') }
const WAITING: Look = { tone: 'neutral', label: t('Waiting for others') }
const WITHDRAWN: Look = { tone: 'outline', label: t('Withdrawn') }
const COMPLETED: Look = { tone: 'success', label: t('Completed') }

const BADGES: Record<Exclude<EnvelopeState, 'signing'>, Look> = {
  draft: { tone: 'neutral', label: t('Draft') },
  completing: { tone: 'accent', label: t('Finishing') },
  completed: { tone: 'success', label: t('Signed') },
  declined: { tone: 'danger', label: t('Declined') },
  voided: { tone: 'outline', label: t('Discarded') },
  expired: { tone: 'warning', label: t('Expired') },
}
