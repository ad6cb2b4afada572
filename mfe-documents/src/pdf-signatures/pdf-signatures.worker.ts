/** Checks the signatures of one PDF file. Its content security policy permits no requests, so the file stays here. */
import { checkFile } from './check-file.ts'
import type { ToWorker } from './messages.ts'

addEventListener('message', async ({ data }: MessageEvent<ToWorker>) => {
  postMessage(await checkFile(data.file))
})
