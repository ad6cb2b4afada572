import { setTimeout as delay } from 'node:timers/promises'

/** How often and after which times something that failed is tried again. */
export type RetryOptions = {
  attempts: number
  /** Time before the second attempt; it doubles with each further attempt. */
  delayMs: number
  signal?: AbortSignal | undefined
}

/**
 * Runs an action until `isDone` accepts its result or the attempts are used up; then returns the last result. An error
 * that `isTransient` accepts counts as an attempt, and the last one is thrown; any other error is thrown immediately.
 */
export async function retry<T>(
  { attempts, delayMs, signal }: RetryOptions,
  action: () => Promise<T>,
  {
    isDone = () => true,
    isTransient = () => false,
  }: { isDone?: (result: T) => boolean; isTransient?: (error: unknown) => boolean },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await action()
      if (attempt >= attempts || isDone(result)) return result
    } catch (error) {
      if (attempt >= attempts || signal?.aborted || !isTransient(error)) throw error
    }
    await delay(delayMs * 2 ** (attempt - 1), undefined, signal && { signal })
  }
}
