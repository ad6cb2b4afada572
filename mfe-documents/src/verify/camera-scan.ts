import { t } from '@inkproof/texts/text'
import { delay } from 'es-toolkit/promise'

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats?: () => Promise<string[]>
}

export type CameraScan = {
  /** Shows the camera's picture. */
  video: HTMLVideoElement
  onStart: () => void
  /** Called with the text of each new code. Scanning ends when it returns true. */
  onText: (text: string) => Promise<boolean>
  signal: AbortSignal
}

const FORMAT = 'qr_code'
const PAUSE_MS = 150

/**
 * Scans QR codes with the camera until one is accepted or `signal` aborts; then stops the camera. Throws an error that
 * explains why the camera cannot be used.
 */
export async function scanWithCamera({ video, onStart, onText, signal }: CameraScan) {
  const stream = await openCamera()
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    signal.throwIfAborted()
    video.srcObject = stream
    await video.play()
    const detector = await createDetector()
    signal.throwIfAborted()
    onStart()
    await scanFrames(detector, { video, onText, signal })
  } finally {
    stop()
  }
}

async function scanFrames(
  detector: Detector,
  { video, onText, signal }: Omit<CameraScan, 'onStart'>,
): Promise<void> {
  let lastText: string | undefined
  while (!signal.aborted) {
    const [code] = await detector.detect(video).catch(() => [])
    // A code that was not accepted is not looked up again while it stays in the picture.
    if (code && code.rawValue !== lastText) {
      lastText = code.rawValue
      if (await onText(code.rawValue)) return
    }
    await delay(PAUSE_MS)
  }
}

/** The browser's own detector, if it can read QR codes; otherwise one in JavaScript. */
async function createDetector(): Promise<Detector> {
  const native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const formats = (await native?.getSupportedFormats?.().catch(() => [])) ?? []
  if (native && formats.includes(FORMAT)) return new native({ formats: [FORMAT] })
  const { BarcodeDetector } = await import(/* webpackChunkName: "scan-code" */ 'qr/decode.js')
  return new BarcodeDetector({ formats: [FORMAT] })
}

async function openCamera(): Promise<MediaStream> {
  if (!navigator.mediaDevices?.getUserMedia) {
    throw new Error(t('This browser does not give websites access to a camera.'))
  }
  try {
    const video = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }
    return await navigator.mediaDevices.getUserMedia({ video })
  } catch (error) {
    throw new Error(describeCameraError((error as DOMException).name))
  }
}

function describeCameraError(name: string): string {
  switch (name) {
    case 'NotAllowedError':
      return t(
        'Access to the camera was not allowed. Allow it in your browser’s settings for this site, then try again.',
      )
    case 'NotFoundError':
    case 'OverconstrainedError':
      return t('No camera was found on this device.')
    case 'NotReadableError':
      return t('Another program is using the camera. Close it, then try again.')
    default:
      return t('The camera could not be started. Paste the link of the certificate instead.')
  }
}
