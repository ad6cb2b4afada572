import { isPdf, mayHaveSignatures } from '@inkproof/pdf-signatures/detect'
import { limitAsync } from 'es-toolkit/promise'
import type { EvidenceText } from './messages.ts'
import { type RecordAccess, runWorker, type WorkerPort } from './run-worker.ts'
import type { SignatureCheck } from './signature-check.ts'

/** A larger file would need too much memory on a phone. */
const MAX_BYTES = 200 * 1024 * 1024

/** Checks the signatures of a file. Resolves to the result, never to `checking`, and never rejects. */
export type SignatureChecker = (
  file: File,
  options: {
    signal: AbortSignal
    onStart: () => void
    access: RecordAccess
    /** Those of the page, of which one may be about the file. */
    evidence?: readonly EvidenceText[]
  },
) => Promise<SignatureCheck>

/**
 * Checks one file at a time, each in a worker of its own, which is ended afterwards. The code of the check is loaded only
 * for files that may have signatures; `onStart` is called for these.
 */
export function makeSignatureChecker(startWorker: () => WorkerPort): SignatureChecker {
  return limitAsync(async (file, { access, evidence = [], onStart, signal }) => {
    if (signal.aborted) return { step: 'none' }
    const early = await findSignatures(file)
    if (early) return early
    if (signal.aborted) return { step: 'none' }
    onStart()
    if (file.size > MAX_BYTES) return { step: 'failed', reason: 'too-large' }
    const trust = await access.loadTrust()
    if (signal.aborted) return { step: 'none' }
    const message = { type: 'file', file, evidence, ...trust } as const
    const check = await runWorker(startWorker(), message, { access, signal })
    const isEmpty =
      check.step === 'checked' &&
      check.report.problem === null &&
      check.report.signatures.length === 0
    return isEmpty ? { step: 'unsigned' } : check
  }, 1)
}

/** Returns the answer about a file without signatures; null if it may have some. */
async function findSignatures(file: File): Promise<SignatureCheck | null> {
  try {
    if (!(await isPdf(file))) return { step: 'none' }
    return (await mayHaveSignatures(file)) ? null : { step: 'unsigned' }
  } catch {
    return { step: 'failed', reason: 'not-readable' }
  }
}

/** The page's only checker. */
export const checkSignatures = makeSignatureChecker(
  () => new Worker(new URL('./pdf-signatures.worker.ts', import.meta.url)),
)
