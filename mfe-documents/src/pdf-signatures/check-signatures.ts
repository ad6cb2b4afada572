import { isPdf, mayHaveSignatures } from '@inkproof/pdf-signatures/detect'
import type { PdfSignatures } from '@inkproof/pdf-signatures/report'
import { limitAsync } from 'es-toolkit/promise'
import type { FromWorker, ToWorker } from './messages.ts'

/**
 * The signatures of one file: `none` if it is no PDF, `unsigned` if it has none, `failed` if the check was not completed.
 */
export type SignatureCheck =
  | { step: 'none' }
  | { step: 'unsigned' }
  | { step: 'checking' }
  | { step: 'checked'; report: PdfSignatures }
  | { step: 'failed'; reason: SignatureFailure }

/** `interrupted`: the page was reloaded during the check. */
export type SignatureFailure =
  | 'too-long'
  | 'too-large'
  | 'not-loaded'
  | 'not-readable'
  | 'interrupted'

/** After this time, the worker is ended: a file made for that could otherwise occupy it forever. */
const TIMEOUT_MS = 10_000
/** A larger file would need too much memory on a phone. */
const MAX_BYTES = 200 * 1024 * 1024

/** The part of Worker used here. */
export type WorkerPort = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

/** Checks the signatures of a file. Resolves to the result, never to `checking`, and never rejects. */
export type SignatureChecker = (
  file: File,
  options: { signal: AbortSignal; onStart: () => void },
) => Promise<SignatureCheck>

/**
 * Checks one file at a time, each in a worker of its own, which is ended afterwards. The code of the check is loaded only
 * for files that may have signatures; `onStart` is called for these.
 */
export function makeSignatureChecker(startWorker: () => WorkerPort): SignatureChecker {
  return limitAsync(async (file, { signal, onStart }) => {
    if (signal.aborted) return { step: 'none' }
    try {
      if (!(await isPdf(file))) return { step: 'none' }
      if (!(await mayHaveSignatures(file))) return { step: 'unsigned' }
    } catch {
      return { step: 'failed', reason: 'not-readable' }
    }
    if (signal.aborted) return { step: 'none' }
    onStart()
    if (file.size > MAX_BYTES) return { step: 'failed', reason: 'too-large' }
    const check = await runWorker(startWorker(), file, signal)
    const isEmpty =
      check.step === 'checked' &&
      check.report.problem === null &&
      check.report.signatures.length === 0
    return isEmpty ? { step: 'unsigned' } : check
  }, 1)
}

/** The page's only checker. */
export const checkSignatures = makeSignatureChecker(
  () => new Worker(new URL('./pdf-signatures.worker.ts', import.meta.url)),
)

async function runWorker(
  worker: WorkerPort,
  file: File,
  signal: AbortSignal,
): Promise<SignatureCheck> {
  const listeners = new AbortController()
  try {
    return await new Promise<SignatureCheck>((resolve) => {
      const options = { signal: listeners.signal }
      const timer = setTimeout(() => resolve({ step: 'failed', reason: 'too-long' }), TIMEOUT_MS)
      listeners.signal.addEventListener('abort', () => clearTimeout(timer))
      signal.addEventListener('abort', () => resolve({ step: 'none' }), options)
      worker.addEventListener(
        'message',
        (event) => resolve(toCheck(event as MessageEvent)),
        options,
      )
      worker.addEventListener(
        'error',
        () => resolve({ step: 'failed', reason: 'not-loaded' }),
        options,
      )
      worker.postMessage({ file } satisfies ToWorker)
    })
  } finally {
    listeners.abort()
    worker.terminate()
  }
}

function toCheck({ data }: MessageEvent<FromWorker>): SignatureCheck {
  return data.type === 'checked'
    ? { step: 'checked', report: data.report }
    : { step: 'failed', reason: 'not-readable' }
}
