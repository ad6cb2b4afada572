import type { Envelope } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Link } from 'react-router-dom'

/** A request that ended without a signed document. */
export function EndedView({ envelope: { state } }: { envelope: Envelope }) {
  const isExpired = state === 'expired'
  return (
    <Alert
      tone="info"
      title={isExpired ? t('The signing deadline has passed') : t('This document was discarded')}
      actions={
        <Button asChild size="sm">
          <Link to="/document-signing">{t('Sign another document')}</Link>
        </Button>
      }
    >
      {t(
        'It was not signed and can no longer be signed. To sign it, start again with the same file.',
      )}
    </Alert>
  )
}
