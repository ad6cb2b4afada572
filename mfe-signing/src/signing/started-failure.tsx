import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { ErrorState } from '@inkproof/ui/error-state'
import { StartedDiffers } from './check-started.ts'
import { DiscardButton } from './discard-button.tsx'
import { failureOf } from './failure.ts'

type Props = {
  error: unknown
  onRetry: () => void
  /** Shows the request. */
  onOpen: () => void
  /** The request was withdrawn, so that the sender can send it again. */
  onWithdrawn: () => void
}

/** A request was sent, but is not what the sender entered, or could not be compared with it. */
export function StartedFailure({ error, onOpen, onRetry, onWithdrawn }: Props) {
  const open = (
    <Button size="sm" variant="ghost" onClick={onOpen}>
      {t('Open the request')}
    </Button>
  )
  if (!(error instanceof StartedDiffers))
    return (
      <ErrorState title={t('Sent, but not checked yet')} onRetry={onRetry} actions={open}>
        {t('This browser could not compare what was sent with what you entered.')}{' '}
        {failureOf(error).message}
      </ErrorState>
    )
  return (
    <ErrorState
      title={t('The request differs from what you entered')}
      actions={
        <>
          <DiscardButton envelope={error.envelope} size="sm" onDone={onWithdrawn} />
          {open}
        </>
      }
    >
      {error.message}
    </ErrorState>
  )
}
