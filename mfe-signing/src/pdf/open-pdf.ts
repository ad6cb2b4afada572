import type { PdfDocument } from './pdf-document.ts'

/** A worker that waits for a file is ended after this time. */
const MAX_WAIT_MS = 2 * 60 * 1_000

/** A started worker without a file. */
let waiting: { worker: Worker; timer: ReturnType<typeof setTimeout> } | null = null

/**
 * Loads the reader and starts its worker before the file is there: together they take longer than opening most files. Call it
 * when a file will probably follow. A failure is reported by {@link openPdf}.
 */
export function prepareToOpenPdf(): void {
  loadReader().catch(() => undefined)
  if (waiting !== null) return
  const worker = startWorker()
  const end = () => {
    if (waiting?.worker === worker) takeWorker().terminate()
  }
  worker.addEventListener('error', end)
  waiting = { worker, timer: setTimeout(end, MAX_WAIT_MS) }
}

/**
 * Opens a PDF file. Takes the bytes over: they cannot be used afterwards.
 *
 * @throws PdfError
 */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  prepareToOpenPdf()
  const { readPdf } = await loadReader()
  return readPdf(bytes, takeWorker())
}

function loadReader() {
  return import('./read-pdf.ts')
}

function takeWorker(): Worker {
  if (waiting === null) return startWorker()
  const { timer, worker } = waiting
  clearTimeout(timer)
  waiting = null
  return worker
}

function startWorker(): Worker {
  return new Worker(new URL('./pdf.wasm-worker.ts', import.meta.url))
}
