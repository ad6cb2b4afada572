/** What the digital signatures of a chosen file permit. The service decides again when the file is uploaded. */
import { mayHaveSignatures } from '@inkproof/pdf-signatures/detect'
import type { PdfSignatures } from '@inkproof/pdf-signatures/report'
import { hasOnlyIntactSignatures } from '@inkproof/pdf-signatures/verdict'
import { t } from '@inkproof/texts/text'
import type { SignedBefore } from './draft.ts'

/** `signedBefore` is undefined for a file without signatures. `problem`: why it cannot be signed, as a sentence. */
export type SignedFile = { signedBefore?: SignedBefore; problem: string | null }

/** The part of Worker used here. */
export type CheckWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

/** After this time, the worker is ended: a file made for that could otherwise occupy it forever. */
const TIMEOUT_MS = 10_000

/** Checks the signatures of a file in a worker, which is only loaded for files that may have some. */
export async function checkSignedFile(
  file: File,
  startWorker: () => CheckWorker = () =>
    new Worker(new URL('./signatures.worker.ts', import.meta.url)),
): Promise<SignedFile> {
  if (!(await mayHaveSignatures(file))) return { problem: null }
  const report = await runWorker(startWorker(), file)
  if (report === null) {
    const sentence = t('The signatures in “{name}” could not be checked. Choose it again.', {
      name: file.name,
    })
    return { problem: sentence }
  }
  return decide(report, file.name)
}

function decide({ problem, signatures }: PdfSignatures, name: string): SignedFile {
  // A protected file is explained when it is opened.
  if (problem === 'encrypted') return { problem: null }
  if (problem === null && signatures.length === 0) return { problem: null }
  if (problem !== null || !hasOnlyIntactSignatures(signatures)) {
    const sentence = t(
      'A digital signature in “{name}” is not valid, or cannot be checked here. Choose the original file.',
      { name },
    )
    return { problem: sentence }
  }
  const isClosed = signatures.some(({ docMdp, locks }) => docMdp === 1 || locks?.all === true)
  if (isClosed) {
    const sentence = t(
      'A digital signature in “{name}” permits no further signatures. Choose a file without this restriction.',
      { name },
    )
    return { problem: sentence }
  }
  const canShow = signatures.every(({ docMdp }) => docMdp === null)
  return { signedBefore: { signatures: signatures.length, canShow }, problem: null }
}

/** Returns null if the worker fails or does not answer in time. */
async function runWorker(worker: CheckWorker, file: File): Promise<PdfSignatures | null> {
  const listeners = new AbortController()
  try {
    return await new Promise((resolve) => {
      const options = { signal: listeners.signal }
      const timer = setTimeout(() => resolve(null), TIMEOUT_MS)
      listeners.signal.addEventListener('abort', () => clearTimeout(timer))
      worker.addEventListener(
        'message',
        (event) => resolve((event as MessageEvent<PdfSignatures>).data),
        options,
      )
      worker.addEventListener('error', () => resolve(null), options)
      worker.postMessage(file)
    })
  } finally {
    listeners.abort()
    worker.terminate()
  }
}
