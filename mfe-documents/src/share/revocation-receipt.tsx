import { downloadRevocationReceipt } from '@inkproof/protocol/calls/certificates'
import { call } from '@inkproof/slice-parts/call'
import { saveFile } from '@inkproof/slice-parts/save-file'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { useState } from 'react'
import { errorMessage } from '../certificates/error-message.ts'

type Props = { id: string; fileName: string }
type Downloading = { step: 'idle' | 'busy' } | { step: 'failed'; reason: string }

/** Downloads the signed receipt for the revocation of the user's own certificate. */
export function RevocationReceipt({ id, fileName }: Props) {
  const [downloading, setDownloading] = useState<Downloading>({ step: 'idle' })

  async function download() {
    setDownloading({ step: 'busy' })
    try {
      const receipt = await call(downloadRevocationReceipt, { params: { id } })
      saveFile(receipt, `${fileName}.revocation-receipt`)
      setDownloading({ step: 'idle' })
    } catch (error) {
      setDownloading({ step: 'failed', reason: errorMessage(error) })
    }
  }

  return (
    <div className="space-y-3">
      <p className="text-ink-muted text-sm">
        {t(
          'The receipt is signed with the key of the public record and states by when your revocation will be in it. You no longer need it once the record contains the revocation.',
        )}
      </p>
      <Button size="sm" wide busy={downloading.step === 'busy'} onClick={() => void download()}>
        {t('Download revocation receipt')}
      </Button>
      {downloading.step === 'failed' && <Alert tone="danger">{downloading.reason}</Alert>}
    </div>
  )
}
