import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { errorMessage } from '../certificates/error-message.ts'

type Props = { error: Error; onRetry: () => void }

/** Shown if a dropped copy could not be checked. */
export function CheckFailure({ error, onRetry }: Props) {
  return (
    <Alert
      tone="warning"
      title={t('This copy could not be checked')}
      actions={
        <Button size="sm" onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
    >
      {errorMessage(error)}
    </Alert>
  )
}
