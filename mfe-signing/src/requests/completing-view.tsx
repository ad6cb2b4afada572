import type { Envelope, WaitingFor } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Card } from '@inkproof/ui/card'
import { Timeline } from '@inkproof/ui/timeline'
import { isSentToOthers } from '../recipients/is-sent-to-others.ts'

/** Shown while the signed document is finished. */
export function CompletingView({ envelope }: { envelope: Envelope }) {
  const { waitingFor } = envelope
  return (
    <div className="space-y-5" aria-live="polite">
      {waitingFor !== null && (
        <Alert tone="info" title={t('This is taking longer than usual')}>
          {REASONS[waitingFor]} {t('Nothing is lost, and you can close this page.')}
        </Alert>
      )}
      <Card>
        <Timeline
          label={t('Progress')}
          steps={[
            {
              id: 'signed',
              title: isSentToOthers(envelope) ? t('Everyone is done') : t('Signature received'),
              state: 'done',
            },
            {
              id: 'finishing',
              title: t('The signed PDF is being created'),
              state: 'current',
              detail: t('It gets its digital signatures and a time-stamp.'),
            },
            { id: 'certified', title: t('Certified and ready to download'), state: 'waiting' },
          ]}
        />
      </Card>
    </div>
  )
}

const REASONS: Record<WaitingFor, string> = {
  record: t('The public record is not responding. We’ll keep trying.'),
  'time-stamp': t('The PDF could not be signed and time-stamped yet. We’ll keep trying.'),
  seal: t(
    'The digital ID of the final signature can’t be used right now. The operator has to fix this; we’ll keep trying.',
  ),
  storage: t('The file storage is not responding. We’ll keep trying.'),
  certificate: t('The certificate could not be created yet. We’ll keep trying.'),
}
