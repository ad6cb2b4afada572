import { showCertificate } from '@inkproof/protocol/calls/certificates'
import { call } from '@inkproof/slice-parts/call'
import { formatCount } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { errorMessage } from '../certificates/error-message.ts'

type Props = { id: string; shareLink: string | null; index: number }

/** Opens a certificate. If it was created in a batch, its link is fetched first. */
export function OpenCertificate({ id, shareLink, index }: Props) {
  const navigate = useNavigate()
  const [error, setError] = useState<string | null>(null)

  async function open() {
    setError(null)
    try {
      const link = shareLink ?? (await call(showCertificate, { params: { id } })).shareLink
      navigate(`/share/${link}`)
    } catch (failure) {
      setError(errorMessage(failure))
    }
  }

  return (
    <div className="mt-4 space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-muted text-sm">
          {t('Entry {index} of the public record.', { index: formatCount(index) })}
        </p>
        <Button onClick={() => void open()}>
          {t('Open the certificate')} <ArrowRight aria-hidden="true" />
        </Button>
      </div>
      {error !== null && <Alert tone="danger">{error}</Alert>}
    </div>
  )
}
