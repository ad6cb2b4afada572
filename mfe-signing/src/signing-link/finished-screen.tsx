import {
  downloadEvidenceByLink,
  downloadFinishedByLink,
  downloadSigningRecordByLink,
} from '@inkproof/protocol/calls/signing-links'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { signingRecordName } from '@inkproof/protocol/signing-record'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { Fingerprint } from '@inkproof/ui/fingerprint'
import { PageHeader, Section } from '@inkproof/ui/page'
import { Seal } from '@inkproof/ui/seal'
import { Link as RouterLink } from 'react-router-dom'
import { FinishedAction } from '../requests/finished-action.tsx'
import { FinishedFiles } from '../requests/finished-files.tsx'
import { PdfReaderNote } from '../requests/pdf-reader-note.tsx'
import { type Link, proofOf } from './link.ts'
import { LinkAttachments } from './link-attachments.tsx'
import { PeopleList } from './people-list.tsx'

type Finished = NonNullable<LinkedRequest['finished']>
type Props = { link: Link; request: LinkedRequest; finished: Finished }

/** The finished document: download, and how to check it. */
export function FinishedScreen({ finished, link, request }: Props) {
  const { fingerprint } = finished
  const input = { params: { id: link.id }, body: proofOf(link) }
  return (
    <>
      <PageHeader
        eyebrow={<span className="break-words">{request.title}</span>}
        title={t('The document is finished')}
        lead={t('Everyone is done. Download the document and keep it.')}
      />
      <div className="space-y-5">
        <Card className="flex flex-col gap-6 sm:flex-row sm:items-center" padding="lg">
          <Seal fingerprint={fingerprint} size={112} className="shrink-0 self-center" />
          <div className="min-w-0 flex-1">
            <FinishedFiles
              finished={finished}
              loadDocument={() => call(downloadFinishedByLink, input)}
              loadEvidence={() => call(downloadEvidenceByLink, input)}
              recordName={signingRecordName(request.document.fileName)}
              loadRecord={() => call(downloadSigningRecordByLink, input)}
            >
              <FinishedAction
                sentence={t(
                  'To verify it, choose the downloaded file on the Verify page. It shows who signed, when, and whether the file was changed afterwards. You don’t need an account.',
                )}
                action={
                  <Button asChild size="sm">
                    <RouterLink to="/verify">{t('Verify the document')}</RouterLink>
                  </Button>
                }
              />
            </FinishedFiles>
          </div>
        </Card>
        <Fingerprint value={fingerprint} copyLabel={t('Copy the fingerprint of the signed PDF')} />
        <PdfReaderNote />
      </div>
      <LinkAttachments link={link} request={request} />
      <Section title={t('Recipients')}>
        <PeopleList request={request} />
      </Section>
    </>
  )
}
