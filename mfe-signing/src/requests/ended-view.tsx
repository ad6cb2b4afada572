import { downloadSigningRecord } from '@inkproof/protocol/calls/envelopes'
import type { Envelope } from '@inkproof/protocol/envelopes'
import { signingRecordName } from '@inkproof/protocol/signing-record'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Link } from 'react-router-dom'
import { isSentToOthers } from '../recipients/is-sent-to-others.ts'
import { DownloadButton } from './download-button.tsx'
import { titleOfExpiry } from './expiry-text.ts'

/** A request that ended without a signed document. */
export function EndedView({ envelope }: { envelope: Envelope }) {
  const isSent = isSentToOthers(envelope)
  return (
    <Alert
      tone={envelope.state === 'declined' ? 'danger' : 'info'}
      title={titleOf(envelope, isSent)}
      actions={
        <>
          <Button asChild size="sm">
            <Link to="/document-signing">
              {isSent ? t('Prepare a new request') : t('Start over')}
            </Link>
          </Button>
          <DownloadButton
            size="sm"
            fileName={signingRecordName(envelope.document.fileName)}
            load={() => call(downloadSigningRecord, { params: { id: envelope.id } })}
          >
            {t('Download the signing record')}
          </DownloadButton>
        </>
      }
    >
      {isSent
        ? t(
            'It can no longer be signed, and existing signatures have no effect. To try again, prepare a new request and choose the file again.',
          )
        : t(
            'It was not signed and can no longer be signed. To sign it, start over and choose the file again.',
          )}
    </Alert>
  )
}

function titleOf({ recipients, state }: Envelope, isSent: boolean): string {
  if (state === 'expired') return titleOfExpiry(recipients)
  if (state !== 'declined')
    return isSent ? t('This request was withdrawn') : t('This document was discarded')
  const name = recipients.find((recipient) => recipient.state === 'declined')?.name
  return name === undefined ? t('A recipient declined') : t('{name} declined', { name })
}
