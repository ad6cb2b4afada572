/** Reads what a PDF file contains apart from its pages, in a worker. It is not uploaded. */
import type { Content } from '@inkproof/pdf-signing/read-content'
import { type JobWorker, runJob } from '../pdf/run-job.ts'
import { startPdfWorker } from './combine-files.ts'

const TIMEOUT_MS = 10_000

export type ReadJob = { type: 'read'; file: Blob }

/** What the worker says if it can read the file. */
export type FromReadWorker = { type: 'read'; content: Content }

/** Returns null for a file that cannot be read here: the service explains it when it is uploaded. */
export async function readContent(
  file: Blob,
  signal: AbortSignal,
  startWorker: () => JobWorker = startPdfWorker,
): Promise<Content | null> {
  const job: ReadJob = { type: 'read', file }
  const answer = await runJob<FromReadWorker | { type: 'refused' }>(startWorker(), job, {
    ...{ timeoutMs: TIMEOUT_MS, signal, failure: () => new Error('the file was not read') },
    onMessage: () => true,
  })
  return answer.type === 'read' ? answer.content : null
}
