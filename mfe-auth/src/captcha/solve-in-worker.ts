import type { CaptchaChallenge, CaptchaSolution } from '@inkproof/protocol/captcha'
import type { SolverMessage } from './solve.worker.ts'

/**
 * Solves a proof of work outside the main thread; `onProgress` is called with 0 once the worker is ready.
 *
 * @throws Error if the worker cannot be started, fails, or is aborted by the signal.
 */
export function solveInWorker(
  challenge: CaptchaChallenge,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<CaptchaSolution['solution']> {
  const worker = new Worker(new URL('./solve.worker.ts', import.meta.url))
  return new Promise<CaptchaSolution['solution']>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.onerror = () => reject(new Error('the worker could not be started'))
    worker.onmessage = ({ data }: MessageEvent<SolverMessage>) => {
      if (signal.aborted) return
      if (data.kind === 'loaded') {
        onProgress(0)
        worker.postMessage(challenge)
      } else if (data.kind === 'progress') onProgress(data.progress)
      else if (data.kind === 'solved') resolve(data.solution)
      else reject(new Error(data.reason))
    }
  }).finally(() => worker.terminate())
}
