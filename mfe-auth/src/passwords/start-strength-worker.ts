import type { StrengthRequest, StrengthResponse } from './strength.worker.ts'

/** The evaluation of a password. */
export type StrengthResult = Pick<StrengthResponse, 'score' | 'weakness'>

export type StrengthWorker = {
  evaluate: (password: string, personalTerms: readonly string[]) => void
  stop: () => void
}

/**
 * Starts the password evaluation in a worker. While the worker is busy, only the latest request is queued, and results
 * of superseded requests are dropped. If the worker cannot be started, nothing is reported.
 */
export function startStrengthWorker(onResult: (result: StrengthResult) => void): StrengthWorker {
  const worker = new Worker(new URL('./strength.worker.ts', import.meta.url))
  let isBusy = false
  let latest: StrengthRequest = { id: 0, password: '', personalTerms: [] }

  function send() {
    isBusy = true
    worker.postMessage(latest)
  }

  worker.onmessage = ({ data }: MessageEvent<StrengthResponse>) => {
    if (data.kind !== 'result') return
    isBusy = false
    if (data.id === latest.id) onResult({ score: data.score, weakness: data.weakness })
    else send()
  }
  return {
    evaluate: (password, personalTerms) => {
      latest = { id: latest.id + 1, password, personalTerms }
      if (!isBusy) send()
    },
    stop: () => worker.terminate(),
  }
}
