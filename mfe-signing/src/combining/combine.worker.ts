/** Combines documents into one PDF. The worker's content security policy permits no requests, so the files stay here. */
import { combine, UncombinablePdf } from '@inkproof/pdf-signing/combine'
import type { CombineJob, FromCombineWorker } from './combine-files.ts'

addEventListener('message', ({ data }: MessageEvent<CombineJob>) => {
  run(data).catch((error: unknown) => {
    const reason = error instanceof UncombinablePdf ? error : { code: null, part: null }
    answer({ type: 'refused', code: reason.code, part: reason.part })
  })
})

async function run({ parts, title }: CombineJob): Promise<void> {
  const read = parts.map(async ({ name, file }) => ({
    name,
    bytes: new Uint8Array(await file.arrayBuffer()),
  }))
  const bytes = await combine(await Promise.all(read), title)
  answer({ type: 'done', pdf: new Blob([bytes as Uint8Array<ArrayBuffer>]) })
}

function answer(message: FromCombineWorker): void {
  postMessage(message)
}
