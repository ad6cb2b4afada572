import type { Heads } from '@inkproof/protocol/log'
import { t } from '@inkproof/texts/text'
import { Badge, type BadgeTone } from '@inkproof/ui/badge'
import { progressOf } from './progress.ts'

type Props = {
  index: number
  revokedBy: number | null
  heads: Heads | null
}

/** The state of a certificate in one word. */
export function StateBadge(props: Props) {
  const { tone, word, isMoving } = stateOf(props)
  return (
    <Badge tone={tone} dot={isMoving}>
      {word}
    </Badge>
  )
}

function stateOf({ index, revokedBy, heads }: Props): {
  tone: BadgeTone
  word: string
  isMoving: boolean
} {
  if (revokedBy !== null) return { tone: 'danger', word: t('Revoked'), isMoving: false }
  if (heads === null) return { tone: 'neutral', word: t('Recorded'), isMoving: false }
  switch (progressOf(index, heads).step) {
    case 'received':
      return { tone: 'neutral', word: t('Received'), isMoving: true }
    case 'logged':
      return { tone: 'accent', word: t('In the public record'), isMoving: true }
    case 'anchored':
      return { tone: 'accent', word: t('On the blockchain, being confirmed'), isMoving: true }
    case 'final':
      return { tone: 'success', word: t('On the blockchain'), isMoving: false }
  }
}
