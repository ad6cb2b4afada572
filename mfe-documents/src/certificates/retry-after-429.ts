import { RequestError } from '@inkproof/slice'
import { retry } from 'es-toolkit/function'

/** A person waits this long for one answer, and no longer. */
const GIVE_UP_AFTER_MS = 90_000

/**
 * Sends a request again after the time the service asks for (429), so that a thousand files get through.
 *
 * @throws whatever else `send` throws, and the 429 itself when the next try would come too late.
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
