import { RequestError } from '@inkproof/slice'
import { delay } from 'es-toolkit/promise'

/** Maximum total time to wait for a response. */
const RETRY_TIMEOUT_MS = 90_000

/**
 * Retries a request after the delay that a 429 response asks for (1 s if it names none), so that a batch of a thousand
 * files succeeds.
 *
 * @throws any error of `send` other than a 429; the 429 if the next attempt would exceed the time limit; an AbortError
 * if `signal` aborts during the delay.
 */
export async function retryAfter429<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const deadline = Date.now() + RETRY_TIMEOUT_MS
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!is429(error) || Date.now() + delayMs(error) > deadline) throw error
      await delay(delayMs(error), { signal })
    }
  }
}

function is429(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status === 429
}

function delayMs({ retryAfterS }: RequestError): number {
  return (retryAfterS ?? 1) * 1000
}
