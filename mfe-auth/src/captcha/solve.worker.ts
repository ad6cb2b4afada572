/** Solves challenges outside the main thread, so that typing stays smooth. */
import type { CaptchaChallenge, CaptchaSolution } from '@inkproof/protocol/captcha'
import { solve } from './solve.ts'

/** Messages of the worker: ready, progress, the solution, or an error. */
export type SolverMessage =
  | { kind: 'loaded' }
  | { kind: 'progress'; progress: number }
  | { kind: 'solved'; solution: CaptchaSolution['solution'] }
  | { kind: 'failed'; reason: string }

const send = (message: SolverMessage) => postMessage(message)

addEventListener('message', async ({ data }: MessageEvent<CaptchaChallenge>) => {
  try {
    const solution = await solve(data, (progress) => send({ kind: 'progress', progress }))
    send({ kind: 'solved', solution })
  } catch (error) {
    send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
  }
})

send({ kind: 'loaded' })
