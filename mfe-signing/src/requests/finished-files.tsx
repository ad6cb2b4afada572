import type { FinishedDocument } from '@inkproof/protocol/envelopes'
import { toast } from '@inkproof/slice'
import { saveFile } from '@inkproof/slice-parts/save-file'
import { formatBytes } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { failureOf } from '../signing/failure.ts'

type Props = {
  finished: Omit<FinishedDocument, 'certificate'>
  loadDocument: () => Promise<Blob>
  loadEvidence: () => Promise<Blob>
  /** Further actions. */
  children: ReactNode
}

/** The files of a finished request: the signed PDF, and the evidence if it is a file of its own. */
export function FinishedFiles({ children, finished, loadDocument, loadEvidence }: Props) {
  const { evidence, fileName, size } = finished
  return (
    <div className="space-y-4">
      {evidence && (
        <p className="text-ink-muted">
          {t(
            'The document was already signed, so the evidence is in a file of its own. Keep both files: the Verify page needs them together to show who signed.',
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

type DownloadProps = {
  fileName: string
  load: () => Promise<Blob>
  isPrimary?: boolean
  children: ReactNode
}

function DownloadButton({ children, fileName, isPrimary = false, load }: DownloadProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function download(): Promise<void> {
    setIsBusy(true)
    try {
      saveFile(await load(), fileName)
    } catch (error) {
      const { message } = failureOf(error)
      toast({ title: t('Not downloaded'), description: message, variant: 'error' })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button
      {...(isPrimary && { variant: 'primary' as const })}
      busy={isBusy}
      onClick={() => void download()}
    >
      <Download />
      {children}
    </Button>
  )
}
