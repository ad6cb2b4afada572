import { downloadFinishedByLink } from '@inkproof/protocol/calls/signing-links'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { toast } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { saveFile } from '@inkproof/slice-parts/save-file'
import { formatBytes } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { Fingerprint } from '@inkproof/ui/fingerprint'
import { PageHeader, Section } from '@inkproof/ui/page'
import { Seal } from '@inkproof/ui/seal'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { PdfReaderNote } from '../requests/pdf-reader-note.tsx'
import { failureOf } from '../signing/failure.ts'
import { type Link, proofOf } from './link.ts'
import { PeopleList } from './people-list.tsx'

type Finished = NonNullable<LinkedRequest['finished']>
type Props = { link: Link; request: LinkedRequest; finished: Finished }

/** The finished document: download, and how to check it. */
export function FinishedScreen({ finished, link, request }: Props) {
  const { fileName, fingerprint, size } = finished
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
          <div className="min-w-0 flex-1 space-y-4">
            <p className="break-words text-ink">
              {fileName}
              <span className="block text-ink-muted text-sm">{formatBytes(size)}</span>
            </p>
            <div className="flex flex-wrap gap-2">
              <DownloadButton link={link} fileName={fileName} />
              <Button asChild variant="ghost">
                <RouterLink to="/verify">{t('Verify the document')}</RouterLink>
              </Button>
            </div>
          </div>
        </Card>
        <p className="max-w-lg text-ink-muted text-sm">
          {t(
            'To verify it, choose the downloaded file on the Verify page. It shows who signed, when, and whether the file was changed afterwards. You don’t need an account.',
          )}
        </p>
        <Fingerprint value={fingerprint} copyLabel={t('Copy the fingerprint of the signed PDF')} />
        <PdfReaderNote />
      </div>
      <Section title={t('Recipients')}>
        <PeopleList request={request} />
      </Section>
    </>
  )
}

function DownloadButton({ fileName, link }: { fileName: string; link: Link }) {
  const [isBusy, setIsBusy] = useState(false)

  async function download(): Promise<void> {
    setIsBusy(true)
    try {
      const input = { params: { id: link.id }, body: proofOf(link) }
      saveFile(await call(downloadFinishedByLink, input), fileName)
    } catch (error) {
      const { message } = failureOf(error)
      toast({ title: t('Not downloaded'), description: message, variant: 'error' })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button variant="primary" busy={isBusy} onClick={() => void download()}>
      <Download />
      {t('Download the signed PDF')}
    </Button>
  )
}
