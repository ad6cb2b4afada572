import type { FinishedDocument } from '@inkproof/protocol/envelopes'
import { formatBytes } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import type { ReactNode } from 'react'
import { DownloadButton } from './download-button.tsx'
import { FinishedAction } from './finished-action.tsx'

type Props = {
  finished: Omit<FinishedDocument, 'certificate'>
  loadDocument: () => Promise<Blob>
  loadEvidence: () => Promise<Blob>
  /** The file name of the signing record, which is made when it is downloaded. */
  recordName: string
  loadRecord: () => Promise<Blob>
  /** Further actions, each a {@link FinishedAction}. */
  children: ReactNode
}

/** The files of a finished request: the signed PDF, the evidence if it is a separate file, and the signing record. */
export function FinishedFiles(props: Props) {
  const { children, finished, loadDocument, loadEvidence, loadRecord, recordName } = props
  const { evidence, fileName, size } = finished
  return (
    <div className="space-y-4">
      <div className="space-y-2">
        <DownloadButton isPrimary fileName={fileName} load={loadDocument}>
          {t('Download the signed PDF')}
        </DownloadButton>
        <ul className="break-words text-ink-faint text-sm">
          <li>
            {fileName}, {formatBytes(size)}
          </li>
          {evidence && (
            <li>
              {evidence.fileName}, {formatBytes(evidence.size)}
            </li>
          )}
        </ul>
      </div>
      <ul className="divide-y divide-line border-line border-t">
        {evidence && (
          <FinishedAction
            sentence={t(
              'The document was already signed, so the evidence is in a separate file. Keep both files: the Verify page needs them together to show who signed.',
            )}
            action={
              <DownloadButton size="sm" fileName={evidence.fileName} load={loadEvidence}>
                {t('Download the evidence')}
              </DownloadButton>
            }
          />
        )}
        <FinishedAction
          sentence={t('The signing record is a PDF that lists who did what, and when.')}
          action={
            <DownloadButton size="sm" fileName={recordName} load={loadRecord}>
              {t('Download the signing record')}
            </DownloadButton>
          }
        />
        {children}
      </ul>
    </div>
  )
}
