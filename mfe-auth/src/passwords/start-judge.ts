import type { StrengthAnswer, StrengthQuestion } from './strength.worker.ts'

/** What a password was found to be. */
export type Judged = Pick<StrengthAnswer, 'score' | 'weakness'>

export type Judge = {
  ask: (password: string, about: readonly string[]) => void
  stop: () => void
}

/**
 * Starts the judge of passwords in a worker. While it is at one question it keeps only the latest other,
 * and `tell` hears answers to the latest. A judge that cannot be started says nothing.
 */
export function startJudge(tell: (judged: Judged) => void): Judge {
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
