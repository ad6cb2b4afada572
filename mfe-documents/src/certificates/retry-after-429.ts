import { RequestError } from '@inkproof/slice'
import { retry } from 'es-toolkit/function'

/** Maximum time a person waits for one response. */
const GIVE_UP_AFTER_MS = 90_000

/**
 * Repeats a request after the time the service asks for (429), so that a thousand files get through.
 *
 * @throws whatever else `send` throws, and the 429 itself if the next attempt would be too late.
 */
export function retryAfter429<T>(send: () => Promise<T>): Promise<T> {
  const endsAt = Date.now() + GIVE_UP_AFTER_MS
  return retry(send, {
    shouldRetry: (error) => is429(error) && Date.now() + waitMs(error) <= endsAt,
    delay: (_retries, error) => waitMs(error as RequestError),
  })
}

function is429(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status === 429
}

function waitMs({ retryAfterS }: RequestError): number {
  return (retryAfterS ?? 1) * 1000
}
