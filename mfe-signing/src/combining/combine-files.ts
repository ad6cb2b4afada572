/** Makes one PDF file of several, in a worker. They are not uploaded. */
import type { UnusablePdfCode } from '@inkproof/pdf-signing/errors'
import { type JobWorker, runJob } from '../pdf/run-job.ts'

/** How long a slow phone may take for large documents. */
const TIMEOUT_MS = 120_000

/** Why files cannot be combined; null if the worker failed. */
export type CombineProblem = UnusablePdfCode | null

export type CombineJob = { parts: readonly { name: string; file: Blob }[]; title: string }

/** What the worker says. `part`: the index of the file that is the reason. */
export type FromCombineWorker =
  | { type: 'done'; pdf: Blob }
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
  startWorker: () => JobWorker = startCombineWorker,
): Promise<Blob> {
  const job: CombineJob = { parts, title }
  const done = await runJob<FromCombineWorker>(startWorker(), job, {
    ...{ timeoutMs: TIMEOUT_MS, signal, failure: () => new CombineError(null, null) },
    onMessage(message) {
      if (message.type === 'refused') throw new CombineError(message.code, message.part)
      return true
    },
  })
  return (done as Extract<FromCombineWorker, { type: 'done' }>).pdf
}

function startCombineWorker(): JobWorker {
  return new Worker(new URL('./combine.worker.ts', import.meta.url))
}
