import type { EnvelopeState } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import { Badge, type BadgeTone } from '@inkproof/ui/badge'

/** A badge with the state of a document. */
export function StateBadge({ state }: { state: EnvelopeState }) {
  const { label, tone } = BADGES[state]
  return (
    <Badge tone={tone} dot={state === 'completing'}>
      {label}
    </Badge>
  )
}

const BADGES: Record<EnvelopeState, { tone: BadgeTone; label: string }> = {
  draft: { tone: 'neutral', label: t('Draft') },
  signing: { tone: 'accent', label: t('Ready to sign') },
  completing: { tone: 'accent', label: t('Finishing') },
  completed: { tone: 'success', label: t('Signed') },
  voided: { tone: 'outline', label: t('Discarded') },
  expired: { tone: 'warning', label: t('Expired') },
}
