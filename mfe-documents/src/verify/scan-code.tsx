import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Dialog } from '@inkproof/ui/dialog'
import { Spinner } from '@inkproof/ui/spinner'
import { ScanLine } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../certificates/error-message.ts'
import { verifyPasted } from './verify-input.ts'

/** Scans the QR code of a certificate with the camera. The code that reads it is loaded on demand. */
export function ScanCode() {
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      size="md"
      title={t('Scan a QR code')}
      description={t('The picture stays on this device.')}
      trigger={
        <Button className="sm:mt-7">
          <ScanLine aria-hidden="true" /> {t('Scan QR code')}
        </Button>
      }
    >
      {isOpen && <Scanner onFound={close} />}
    </Dialog>
  )
}

type Scan = { step: 'starting' } | { step: 'scanning' } | { step: 'failed'; reason: string }

/** Starts the camera when it appears. `onFound` must not change meanwhile, because that would restart the camera. */
function Scanner({ onFound }: { onFound: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [scan, setScan] = useState<Scan>({ step: 'starting' })
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const onText = async (text: string) => {
      try {
        await verifyPasted(text)
        if (!signal.aborted) onFound()
        return true
      } catch (error) {
        setProblem(errorMessage(error))
        return false
      }
    }
    void import(/* webpackChunkName: "scan-code" */ './camera-scan.ts')
      .then(({ scanWithCamera }) =>
        scanWithCamera({
          video: video.current as HTMLVideoElement,
          onStart: () => setScan({ step: 'scanning' }),
          onText,
          signal,
        }),
      )
      .catch((error) => {
        if (!signal.aborted) setScan({ step: 'failed', reason: errorMessage(error) })
      })
    return () => controller.abort()
  }, [onFound])

  return (
    <div className="space-y-4">
      {scan.step === 'failed' && (
        <Alert tone="warning" title={t('The camera can’t be used')}>
          {scan.reason}
        </Alert>
      )}
      <div
        hidden={scan.step === 'failed'}
        className="relative grid aspect-square place-items-center overflow-hidden rounded-xl border border-line bg-sunken"
      >
        {scan.step === 'starting' && (
          <p role="status" className="flex items-center gap-2 px-6 text-center text-ink-muted">
            <Spinner /> {t('Allow the use of the camera when your browser asks.')}
          </p>
        )}
        <video
          ref={video}
          muted
          playsInline
          aria-label={t('Camera picture')}
          className="absolute inset-0 size-full object-cover"
        />
        {scan.step === 'scanning' && (
          <span
            aria-hidden="true"
            className="absolute inset-[16%] rounded-xl border-2 border-white/80"
          />
        )}
      </div>
      <p role="status" className="text-center text-ink-muted text-sm empty:hidden">
        {scan.step === 'scanning' &&
          (problem ?? t('Point the camera at the certificate’s QR code.'))}
      </p>
    </div>
  )
}
