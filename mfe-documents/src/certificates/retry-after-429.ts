import { RequestError } from '@inkproof/slice'
import { retry } from 'es-toolkit/function'

/** Maximum total time to wait for a response. */
const RETRY_TIMEOUT_MS = 90_000

/**
 * Retries a request after the delay that a 429 response asks for, so that a batch of a thousand files succeeds.
 *
 * @throws any other error of `send`, and the 429 itself if the next attempt would exceed the time limit.
 */
export function retryAfter429<T>(send: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + RETRY_TIMEOUT_MS
  return retry(send, {
    shouldRetry: (error) => is429(error) && Date.now() + delayMs(error) <= deadline,
    delay: (_retries, error) => delayMs(error as RequestError),
  })
}

function is429(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status === 429
}

function delayMs({ retryAfterS }: RequestError): number {
  return (retryAfterS ?? 1) * 1000
}
