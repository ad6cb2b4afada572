import type { Heads } from '@inkproof/protocol/log'
import { t } from '@inkproof/texts/text'
import { Badge, type BadgeTone } from '@inkproof/ui/badge'
import { progressOf } from './progress.ts'

type Props = {
  index: number
  revokedBy: number | null
  heads: Heads | null
}

/** A badge with the state of a certificate. */
export function StateBadge(props: Props) {
  const { tone, label, isInProgress } = badgeFor(props)
  return (
    <Badge tone={tone} dot={isInProgress}>
      {label}
    </Badge>
  )
}

function badgeFor({ index, revokedBy, heads }: Props): {
  tone: BadgeTone
  label: string
  isInProgress: boolean
} {
  if (revokedBy !== null) return { tone: 'danger', label: t('Revoked'), isInProgress: false }
  if (heads === null) return { tone: 'neutral', label: t('Recorded'), isInProgress: false }
  switch (progressOf(index, heads).step) {
    case 'received':
      return { tone: 'neutral', label: t('Received'), isInProgress: true }
    case 'logged':
      return { tone: 'accent', label: t('In the public record'), isInProgress: true }
    case 'anchored':
      return { tone: 'accent', label: t('Confirming on the blockchain'), isInProgress: true }
    case 'final':
      return { tone: 'success', label: t('On the blockchain'), isInProgress: false }
  }
}
