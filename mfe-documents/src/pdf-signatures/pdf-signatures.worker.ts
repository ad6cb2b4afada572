/** Checks one PDF file. The worker's content security policy permits no requests, so the file stays here. */
import { checkFile } from './check-file.ts'
import type { FromWorker, Question, ToWorker } from './messages.ts'

const waiting = new Map<
  number,
  { resolve: (value: unknown) => void; reject: (error: Error) => void }
>()
let lastId = 0

addEventListener('message', async ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'file') return await checkFile(data, { ask, post })
  const question = waiting.get(data.id)
  waiting.delete(data.id)
  if (data.type === 'answer') question?.resolve(data.result)
  else question?.reject(new Error(data.reason))
})

function post(message: FromWorker): void {
  postMessage(message)
}

function ask(question: Question): Promise<unknown> {
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    post({ type: 'ask', id, question })
  })
}
