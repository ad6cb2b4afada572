/** Protects a credential of a signing service from being locked, and the service from being asked again and again. */
import { createHash } from 'node:crypto'
import { CscFailure } from './csc-client.ts'

/** Runs work that sends this PIN. @throws CscFailure of an earlier refusal while it is not to be sent; what `work` throws */
export type WithPin = <T>(pin: string | undefined, work: () => Promise<T>) => Promise<T>

const FIRST_PAUSE_MS = 5 * 60_000
const MAX_PAUSE_MS = 60 * 60_000

type Refusal = { failure: CscFailure; until: number; pauseMs: number }

/** What this process knows about a PIN. `unclear`: how often it may have been refused, since it was last accepted. */
type Known = { unclear: number; refusal?: Refusal | undefined }

/** Services lock a credential after a few wrong PINs, mostly three. */
const MAX_UNCLEAR = 2

/**
 * A PIN that the service names as wrong is not sent again, and one that it may have refused without naming it is sent at most
 * {@link MAX_UNCLEAR} times. After any other refusal of an authorization, it is sent again after a pause, which doubles each
 * time. One signature at a time. Other processes count for themselves.
 */
export function createAuthorizationGuard(now: () => Date): WithPin {
  const knownPins = new Map<string, Known>()
  let last: Promise<unknown> = Promise.resolve()

  async function guarded<T>(pin: string, work: () => Promise<T>): Promise<T> {
    const digest = createHash('sha256').update(pin).digest('hex')
    const known = knownPins.get(digest) ?? { unclear: 0 }
    knownPins.set(digest, known)
    const { refusal } = known
    if (refusal && now().getTime() < refusal.until) throw refusal.failure
    try {
      const result = await work()
      Object.assign(known, { unclear: 0, refusal: undefined })
      return result
    } catch (error) {
      if (error instanceof CscFailure) addRefusal(known, error, now())
      throw error
    }
  }

  return (pin = '', work) => {
    const result = last.then(() => guarded(pin, work))
    last = result.catch(() => undefined)
    return result
  }
}

function addRefusal(known: Known, failure: CscFailure, now: Date): void {
  const { code } = failure
  if (code === 'perhaps-wrong-pin') known.unclear += 1
  if (code === 'wrong-pin' || known.unclear >= MAX_UNCLEAR) {
    known.refusal = { failure, until: Number.POSITIVE_INFINITY, pauseMs: MAX_PAUSE_MS }
  } else if (code === 'not-authorized' || code === 'perhaps-wrong-pin') {
    const before = known.refusal?.pauseMs
    const pauseMs = before ? Math.min(2 * before, MAX_PAUSE_MS) : FIRST_PAUSE_MS
    known.refusal = { failure, until: now.getTime() + pauseMs, pauseMs }
  }
}
