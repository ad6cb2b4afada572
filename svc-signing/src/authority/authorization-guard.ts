/** Protects a credential of a signing service from being locked, and the service from being asked again and again. */
import { createHash } from 'node:crypto'
import { CscFailure } from './csc-client.ts'

/** Runs work that sends this PIN. @throws CscFailure of an earlier refusal while it is not to be sent; what `work` throws */
export type WithPin = <T>(pin: string | undefined, work: () => Promise<T>) => Promise<T>

/** A refusal that may be about the PIN without saying so also counts for the credential's few tries. */
const FIRST_PAUSE_MS = 5 * 60_000
const MAX_PAUSE_MS = 60 * 60_000

type Refusal = { failure: CscFailure; until: number; pauseMs: number }

/**
 * Services lock a credential after a few wrong PINs: one that the service names as wrong is not sent again. After any other
 * refusal of an authorization, it is sent again after a pause, which doubles each time. One signature at a time.
 */
export function createAuthorizationGuard(now: () => Date): WithPin {
  const refusals = new Map<string, Refusal>()
  let last: Promise<unknown> = Promise.resolve()

  async function guarded<T>(pin: string, work: () => Promise<T>): Promise<T> {
    const known = createHash('sha256').update(pin).digest('hex')
    const refusal = refusals.get(known)
    if (refusal && now().getTime() < refusal.until) throw refusal.failure
    try {
      const result = await work()
      refusals.delete(known)
      return result
    } catch (error) {
      if (error instanceof CscFailure) {
        const next = nextRefusal(error, refusal, now())
        if (next) refusals.set(known, next)
      }
      throw error
    }
  }

  return (pin = '', work) => {
    const result = last.then(() => guarded(pin, work))
    last = result.catch(() => undefined)
    return result
  }
}

function nextRefusal(
  failure: CscFailure,
  before: Refusal | undefined,
  now: Date,
): Refusal | undefined {
  if (failure.code === 'wrong-pin')
    return { failure, until: Number.POSITIVE_INFINITY, pauseMs: MAX_PAUSE_MS }
  if (failure.code !== 'not-authorized') return before
  const pauseMs = before ? Math.min(2 * before.pauseMs, MAX_PAUSE_MS) : FIRST_PAUSE_MS
  return { failure, until: now.getTime() + pauseMs, pauseMs }
}
