/** Combines and reads PDF files. The worker's content security policy permits no requests, so the files stay here. */
import { combine, UncombinablePdf } from '@inkproof/pdf-signing/combine'
import { readContent } from '@inkproof/pdf-signing/read-content'
import type { CombineJob, FromCombineWorker } from './combine-files.ts'
import type { FromReadWorker, ReadJob } from './read-content.ts'

addEventListener('message', ({ data }: MessageEvent<CombineJob | ReadJob>) => {
  run(data).then(answer, (error: unknown) => {
    const reason = error instanceof UncombinablePdf ? error : { code: null, part: null }
    answer({ type: 'refused', code: reason.code, part: reason.part })
  })
})

async function run(job: CombineJob | ReadJob): Promise<FromCombineWorker | FromReadWorker> {
  if (job.type === 'read')
    return { type: 'read', content: await readContent(await bytesOf(job.file)) }
  const read = job.parts.map(async ({ name, file }) => ({ name, bytes: await bytesOf(file) }))
  const { bytes, leftOut } = await combine(await Promise.all(read), job.title)
  return { type: 'done', pdf: new Blob([bytes as Uint8Array<ArrayBuffer>]), leftOut }
}

async function bytesOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer())
}

function answer(message: FromCombineWorker | FromReadWorker): void {
  postMessage(message)
}
