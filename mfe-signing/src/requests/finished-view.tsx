import { showCertificate } from '@inkproof/protocol/calls/certificates'
import {
  downloadEvidence,
  downloadFinished,
  downloadSigningRecord,
} from '@inkproof/protocol/calls/envelopes'
import type { Envelope, FinishedDocument } from '@inkproof/protocol/envelopes'
import { signingRecordName } from '@inkproof/protocol/signing-record'
import { call } from '@inkproof/slice-parts/call'
import { queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { Fingerprint } from '@inkproof/ui/fingerprint'
import { Seal } from '@inkproof/ui/seal'
import { Link } from 'react-router-dom'
import { isSentToOthers } from '../recipients/is-sent-to-others.ts'
import { FinishedAction } from './finished-action.tsx'
import { FinishedFiles } from './finished-files.tsx'
import { PdfReaderNote } from './pdf-reader-note.tsx'

type Props = { envelope: Envelope; finished: FinishedDocument }

/** The signed document: download, certificate and verification. */
export function FinishedView({ envelope, finished }: Props) {
  const { fingerprint } = finished
  const isSent = isSentToOthers(envelope)
  return (
    <div className="space-y-5">
      <Card className="flex flex-col gap-6 sm:flex-row sm:items-center" padding="lg">
        <Seal fingerprint={fingerprint} size={120} className="self-center" />
        <div className="min-w-0 flex-1 space-y-4">
          <div className="space-y-1">
            <h2 className="font-medium text-2xl text-ink tracking-tighter">
              {isSent ? t('Completed') : t('Signed')}
            </h2>
            <p className="text-ink-muted">{describe(isSent, finished)}</p>
          </div>
          <FinishedFiles
            finished={finished}
            loadDocument={() => call(downloadFinished, { params: { id: envelope.id } })}
            loadEvidence={() => call(downloadEvidence, { params: { id: envelope.id } })}
            recordName={signingRecordName(envelope.document.fileName)}
            loadRecord={() => call(downloadSigningRecord, { params: { id: envelope.id } })}
          >
            <FinishedAction
              sentence={t('The certificate shows that the signed PDF is in the public record.')}
              action={<CertificateLink certificate={finished.certificate} />}
            />
            <FinishedAction
              sentence={t(
                'Anyone can check who signed, when, and whether the file was changed afterwards.',
              )}
              action={
                <Button asChild size="sm">
                  <Link to="/verify">{t('Verify the document')}</Link>
                </Button>
              }
            />
          </FinishedFiles>
        </div>
      </Card>
      <Fingerprint value={fingerprint} copyLabel={t('Copy the fingerprint of the signed PDF')} />
      <PdfReaderNote />
    </div>
  )
}

function describe(isSent: boolean, { evidence }: FinishedDocument): string {
  if (evidence)
    return isSent
      ? t('The signed PDF contains all signatures and a time-stamp.')
      : t('The signed PDF contains your digital signature and a time-stamp.')
  return isSent
    ? t('The signed PDF contains all signatures, a time-stamp and the evidence.')
    : t('The signed PDF contains the digital signature, a time-stamp and the evidence.')
}

/** The certificate's page is addressed by its share link. Without it, the list of certificates leads there. */
function CertificateLink({ certificate }: Pick<FinishedDocument, 'certificate'>) {
  const { data } = usePersonalQuery(queryOf(showCertificate, { params: { id: certificate } }))
  return (
    <Button asChild size="sm">
      <Link to={data ? `/share/${data.shareLink}` : '/dashboard'}>{t('View certificate')}</Link>
    </Button>
  )
}
