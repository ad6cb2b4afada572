import type { StrengthAnswer, StrengthQuestion } from './strength.worker.ts'

/** The evaluation of a password. */
export type StrengthResult = Pick<StrengthAnswer, 'score' | 'weakness'>

export type StrengthWorker = {
  evaluate: (password: string, personalTerms: readonly string[]) => void
  stop: () => void
}

/**
 * Starts the password evaluation in a worker. While it is busy, only the latest request is queued, and results of
 * superseded requests are dropped. If the worker cannot be started, nothing is reported.
 */
export function startStrengthWorker(onResult: (result: StrengthResult) => void): StrengthWorker {
  const worker = new Worker(new URL('./strength.worker.ts', import.meta.url))
  let isBusy = false
  let latest: StrengthQuestion = { id: 0, password: '', about: [] }

  function send() {
    isBusy = true
    worker.postMessage(latest)
  }

  worker.onmessage = ({ data }: MessageEvent<StrengthAnswer>) => {
    if (data.kind !== 'judged') return
    isBusy = false
    if (data.id === latest.id) onResult({ score: data.score, weakness: data.weakness })
    else send()
  }
  return {
    evaluate: (password, about) => {
      latest = { id: latest.id + 1, password, about }
      if (!isBusy) send()
    },
    stop: () => worker.terminate(),
  }
}
