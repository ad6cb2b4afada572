import { type DetectedContent, detectContent, isPdf } from '@inkproof/pdf-signatures/detect'
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
  return limitAsync(async (file, options) => {
    const { access, evidence = [], onStart, signal } = options
    if (signal.aborted) return NONE
    const found = await findContent(file)
    if (typeof found !== 'string') return found
    if (signal.aborted) return NONE
    onStart()
    if (file.size > MAX_BYTES) return tooLarge(found)
    const trust = await access.loadTrust()
    if (signal.aborted) return NONE
    const message = { type: 'file', file, evidence, ...trust } as const
    return answerAbout(found, await runWorker(startWorker(), message, { access, signal }))
  }, 1)
}

type Content = Exclude<DetectedContent, 'neither'>

const NONE: SignatureCheck = { step: 'none' }
const UNSIGNED: SignatureCheck = { step: 'unsigned' }

function tooLarge(content: Content): SignatureCheck {
  return content === 'signatures' ? { step: 'failed', reason: 'too-large' } : UNSIGNED
}

/** A file that is attached to an unsigned PDF counts only if it is evidence. */
function answerAbout(content: Content, check: SignatureCheck): SignatureCheck {
  const isChecked = check.step === 'checked'
  if (check.step === 'none' || (isChecked && check.request)) return check
  if (content === 'attachments') return UNSIGNED
  const isEmpty = isChecked && check.report.problem === null && check.report.signatures.length === 0
  return isEmpty ? UNSIGNED : check
}

/** Returns what a PDF may have; the answer about any other file, or about a PDF that has nothing to check. */
async function findContent(file: File): Promise<Content | SignatureCheck> {
  try {
    if (!(await isPdf(file))) return NONE
    const content = await detectContent(file)
    return content === 'neither' ? UNSIGNED : content
  } catch {
    return { step: 'failed', reason: 'not-readable' }
  }
}

/** The page's only checker. */
export const checkSignatures = makeSignatureChecker(
  () => new Worker(new URL('./pdf-signatures.worker.ts', import.meta.url)),
)
