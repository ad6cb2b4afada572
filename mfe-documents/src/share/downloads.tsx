import { PROOF_FILE_EXTENSION } from '@inkproof/proof/proof-file'
import { downloadSharedProof } from '@inkproof/protocol/calls/shares'
import type { SharedCertificate } from '@inkproof/protocol/certificates'
import type { Heads } from '@inkproof/protocol/log'
import { call } from '@inkproof/slice-parts/call'
import { saveFile } from '@inkproof/slice-parts/save-file'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { CopyButton } from '@inkproof/ui/copy-button'
import { Disclosure } from '@inkproof/ui/disclosure'
import { Qr } from '@inkproof/ui/qr'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { errorMessage } from '../certificates/error-message.ts'
import { type CertificateProgress, progressOf } from '../certificates/progress.ts'

type Props = {
  certificate: Pick<SharedCertificate, 'shareLink' | 'fileName' | 'index'>
  heads: Heads | null
}

/** The proof file to download, a link to the Verify page, and the link to this page. */
export function Downloads({ certificate, heads }: Props) {
  return (
    <Card className="space-y-5">
      <ProofDownload certificate={certificate} heads={heads} />
      <Button asChild wide>
        <Link to="/verify" state={{ shareLink: certificate.shareLink }}>
          <ShieldCheck aria-hidden="true" /> {t('Verify')}
        </Link>
      </Button>
      <ShareLink shareLink={certificate.shareLink} />
    </Card>
  )
}

const NOT_ANCHORED_HINT = t(
  'If you download the proof file now, it will say “not yet on the blockchain”. You can complete it later on the Verify page.',
)

const UNKNOWN_STATE_HINT = t(
  'Keep the proof file with your document. If you download it before the certificate is confirmed on the blockchain, it won’t include the blockchain proof. You can add that later on the Verify page.',
)

/** A proof file contains its block only once the block is final. */
const PROOF_FILE_HINTS: Record<CertificateProgress['step'], string> = {
  received: NOT_ANCHORED_HINT,
  logged: NOT_ANCHORED_HINT,
  anchored: t(
    'The block is being confirmed. A proof file downloaded now won’t include the blockchain proof. Wait a moment, or complete it later on the Verify page.',
  ),
  final: t(
    'Keep the proof file with your document. Anyone can verify them together, even without Inkproof.',
  ),
}

type Downloading =
  | { step: 'idle' | 'busy' }
  | { step: 'saved'; name: string }
  | { step: 'failed'; reason: string }

function ProofDownload({ certificate, heads }: Props) {
  const [downloading, setDownloading] = useState<Downloading>({ step: 'idle' })
  const { shareLink, fileName, index } = certificate

  async function download() {
    setDownloading({ step: 'busy' })
    try {
      const name = `${fileName}${PROOF_FILE_EXTENSION}`
      saveFile(await call(downloadSharedProof, { params: { shareLink } }), name)
      setDownloading({ step: 'saved', name })
    } catch (error) {
      setDownloading({ step: 'failed', reason: errorMessage(error) })
    }
  }

  return (
    <div className="space-y-3">
      <Button
        variant="primary"
        size="lg"
        wide
        busy={downloading.step === 'busy'}
        onClick={() => void download()}
      >
        <Download aria-hidden="true" /> {t('Download proof file')}
      </Button>
      <p className="text-ink-muted text-sm">
        {heads === null ? UNKNOWN_STATE_HINT : PROOF_FILE_HINTS[progressOf(index, heads).step]}
      </p>
      <p role="status" className="break-words text-sm text-success empty:hidden">
        {downloading.step === 'saved' && t('Downloaded {name}', { name: downloading.name })}
      </p>
      {downloading.step === 'failed' && <Alert tone="danger">{downloading.reason}</Alert>}
    </div>
  )
}

function ShareLink({ shareLink }: { shareLink: string }) {
  const [isOpen, setOpen] = useState(false)
  const url = `${location.origin}/share/${shareLink}`
  return (
    <div className="space-y-2 border-line border-t pt-4">
      <div className="flex items-center justify-between gap-3">
        <p className="text-ink text-sm">{t('Anyone with the link can view this page.')}</p>
        <CopyButton value={url} label={t('Copy link')} withText />
      </div>
      <Disclosure
        open={isOpen}
        onOpenChange={setOpen}
        summary={<span className="text-ink-muted text-sm">{t('QR code for the link')}</span>}
      >
        {isOpen && <LinkQr url={url} />}
      </Disclosure>
    </div>
  )
}

function LinkQr({ url }: { url: string }) {
  const matrix = useQuery({
    queryKey: ['qr', url],
    queryFn: async () => (await import('./qr-matrix.ts')).qrMatrix(url),
  })
  if (matrix.data === undefined) return <Skeleton className="mx-auto size-44 rounded-lg" />
  return (
    <Qr
      matrix={matrix.data}
      label={t('QR code: opens this certificate')}
      size={208}
      className="mx-auto"
    />
  )
}
