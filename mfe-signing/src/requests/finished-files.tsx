import type { FinishedDocument } from '@inkproof/protocol/envelopes'
import { formatBytes } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import type { ReactNode } from 'react'
import { DownloadButton } from './download-button.tsx'

type Props = {
  finished: Omit<FinishedDocument, 'certificate'>
  loadDocument: () => Promise<Blob>
  loadEvidence: () => Promise<Blob>
  /** The file name of the signing record, which is made when it is downloaded. */
  recordName: string
  loadRecord: () => Promise<Blob>
  /** Further actions. */
  children: ReactNode
}

/** The files of a finished request: the signed PDF, the evidence if it is a separate file, and the signing record. */
export function FinishedFiles(props: Props) {
  const { children, finished, loadDocument, loadEvidence, loadRecord, recordName } = props
  const { evidence, fileName, size } = finished
  return (
    <div className="space-y-4">
      {evidence && (
        <p className="text-ink-muted">
          {t(
            'The document was already signed, so the evidence is in a separate file. Keep both files: the Verify page needs them together to show who signed.',
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <DownloadButton isPrimary fileName={fileName} load={loadDocument}>
          {t('Download the signed PDF')}
        </DownloadButton>
        {evidence && (
          <DownloadButton fileName={evidence.fileName} load={loadEvidence}>
            {t('Download the evidence')}
          </DownloadButton>
        )}
        <DownloadButton fileName={recordName} load={loadRecord}>
          {t('Download the signing record')}
        </DownloadButton>
        {children}
      </div>
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
  )
}
