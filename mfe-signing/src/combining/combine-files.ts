/** Makes one PDF file of several, in a worker. They are not uploaded. */
import type { UnusablePdfCode } from '@inkproof/pdf-signing/errors'
import type { Removable } from '@inkproof/pdf-signing/read-content'
import { type JobWorker, runJob } from '../pdf/run-job.ts'

/** How long a slow phone may take for large documents. */
const TIMEOUT_MS = 120_000

/** Why files cannot be combined; null if the worker failed. */
export type CombineProblem = UnusablePdfCode | null

export type CombineJob = {
  type: 'combine'
  parts: readonly { name: string; file: Blob }[]
  title: string
}

/** `leftOut`: what some of the files contain and the PDF does not. */
export type CombinedFiles = { pdf: Blob; leftOut: Removable[] }

/** What the worker says. `part`: the index of the file that is the reason. */
export type FromCombineWorker =
  | { type: 'done'; pdf: Blob; leftOut: Removable[] }
  | { type: 'refused'; code: CombineProblem; part: number | null }

/** The files cannot be combined. `part`: the index of the file that is the reason. */
export class CombineError extends Error {
  readonly code: CombineProblem
  readonly part: number | null

  constructor(code: CombineProblem, part: number | null) {
    super(code ?? 'failed')
    this.name = 'CombineError'
    this.code = code
    this.part = part
  }
}

/**
 * Returns a PDF with the pages of all files, in their order, and a bookmark with the name of each.
 *
 * @throws CombineError; the reason of `signal`
 */
export async function combineFiles(
  parts: readonly { name: string; file: Blob }[],
  title: string,
  signal?: AbortSignal,
  startWorker: () => JobWorker = startPdfWorker,
): Promise<CombinedFiles> {
  const job: CombineJob = { type: 'combine', parts, title }
  const done = await runJob<FromCombineWorker>(startWorker(), job, {
    ...{ timeoutMs: TIMEOUT_MS, signal, failure: () => new CombineError(null, null) },
    onMessage(message) {
      if (message.type === 'refused') throw new CombineError(message.code, message.part)
      return true
    },
  })
  return done as Extract<FromCombineWorker, { type: 'done' }>
}

/** One worker has both jobs, because each one would load the parser from a file of its own. */
export function startPdfWorker(): JobWorker {
  return new Worker(new URL('./pdf.worker.ts', import.meta.url))
}
