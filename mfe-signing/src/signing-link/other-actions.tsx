import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'

type Props = { request: LinkedRequest; onDecline: () => void; onHandOver: () => void }

/** What a person who does not want to sign or approve can do instead. */
export function OtherActions({ onDecline, onHandOver, request: { participants } }: Props) {
  const canHandOver = participants.every(({ actedAt }) => actedAt === null)
  return (
    <div className="-ml-4 flex flex-wrap gap-x-2 max-sm:ml-0 max-sm:flex-col">
      {canHandOver && (
        <Button variant="ghost" onClick={onHandOver}>
          {t('Hand over to someone else')}
        </Button>
      )}
      <Button variant="ghost" onClick={onDecline}>
        {t('Decline')}
      </Button>
    </div>
  )
}
