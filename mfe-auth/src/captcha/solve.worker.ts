/** Runs outside the main thread, so that typing stays smooth. */
import type { CaptchaChallenge, CaptchaSolution } from '@inkproof/protocol/captcha'
import { solve } from './solve.ts'

/** Messages of the worker: ready, progress, the solution, or an error. */
export type SolverMessage =
  | { kind: 'loaded' }
  | { kind: 'progress'; part: number }
  | { kind: 'solved'; solution: CaptchaSolution['solution'] }
  | { kind: 'failed'; reason: string }

const say = (message: SolverMessage) => postMessage(message)

addEventListener('message', async ({ data }: MessageEvent<CaptchaChallenge>) => {
  try {
    const solution = await solve(data, (part) => say({ kind: 'progress', part }))
    say({ kind: 'solved', solution })
  } catch (error) {
    say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
  }
})

say({ kind: 'loaded' })
