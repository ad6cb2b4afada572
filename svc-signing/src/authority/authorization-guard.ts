/** Protects a credential of a signing service from being locked, and the service from being asked again and again. */
import { createHash } from 'node:crypto'
import { CscFailure } from './csc-client.ts'

/** Runs work that sends this PIN. @throws CscFailure of an earlier refusal while it is not to be sent; what `work` throws */
export type WithPin = <T>(pin: string | undefined, work: () => Promise<T>) => Promise<T>

const FIRST_PAUSE_MS = 5 * 60_000
const MAX_PAUSE_MS = 60 * 60_000

type Refusal = { failure: CscFailure; until: number; pauseMs: number }

/** What this process knows about a PIN. */
type Known = { wasAccepted: boolean; refusal?: Refusal | undefined }

/**
 * Services usually lock a credential after three wrong PINs. So a PIN that the service names as wrong is not sent again, and one that
 * it has never accepted and refuses without a reason is sent once more. After any other refusal of an authorization, the PIN is sent
 * again after a pause, which doubles each time, up to an hour. Work is run one after the other.
 */
export function createAuthorizationGuard(now: () => Date): WithPin {
  const knownPins = new Map<string, Known>()
  let last: Promise<unknown> = Promise.resolve()

  async function guarded<T>(pin: string, work: () => Promise<T>): Promise<T> {
    const digest = createHash('sha256').update(pin).digest('hex')
    const known = knownPins.get(digest) ?? { wasAccepted: false }
    knownPins.set(digest, known)
    const { refusal } = known
    if (refusal && now().getTime() < refusal.until) throw refusal.failure
    try {
      const result = await work()
      Object.assign(known, { wasAccepted: true, refusal: undefined })
      return result
    } catch (error) {
      if (error instanceof CscFailure) known.refusal = nextRefusal(error, known, now())
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
  { refusal: before, wasAccepted }: Known,
  now: Date,
): Refusal | undefined {
  const { code } = failure
  const isSecond = code === 'perhaps-wrong-pin' && before !== undefined && !wasAccepted
  if (code === 'wrong-pin' || isSecond)
    return { failure, until: Number.POSITIVE_INFINITY, pauseMs: MAX_PAUSE_MS }
  if (code !== 'not-authorized' && code !== 'perhaps-wrong-pin') return before
  const pauseMs = before ? Math.min(2 * before.pauseMs, MAX_PAUSE_MS) : FIRST_PAUSE_MS
  return { failure, until: now.getTime() + pauseMs, pauseMs }
}
