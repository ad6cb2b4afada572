import type { StrengthAnswer, StrengthQuestion } from './strength.worker.ts'

/** The evaluation of a password. */
export type StrengthResult = Pick<StrengthAnswer, 'score' | 'weakness'>

export type StrengthWorker = {
  ask: (password: string, about: readonly string[]) => void
  stop: () => void
}

/**
 * Starts the password evaluation in a worker. While it is busy, only the latest question waits, and `tell` receives
 * only answers to the latest one. If the worker cannot be started, nothing is reported.
 */
export function startStrengthWorker(tell: (judged: StrengthResult) => void): StrengthWorker {
  const worker = new Worker(new URL('./strength.worker.ts', import.meta.url))
  let isAtWork = false
  let latest: StrengthQuestion = { id: 0, password: '', about: [] }

  function send() {
    isAtWork = true
    worker.postMessage(latest)
  }

  worker.onmessage = ({ data }: MessageEvent<StrengthAnswer>) => {
    if (data.kind !== 'judged') return
    isAtWork = false
    if (data.id === latest.id) tell({ score: data.score, weakness: data.weakness })
    else send()
  }
  return {
    ask: (password, about) => {
      latest = { id: latest.id + 1, password, about }
      if (!isAtWork) send()
    },
    stop: () => worker.terminate(),
  }
}
