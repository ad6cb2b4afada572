/** How often somebody may try. A recovery code and a passkey cannot be guessed; six digits can. */
import type { Limit, TakeLimit } from '@inkproof/service-kit/limit'
import type { AccountRow } from '../accounts/accounts.model.ts'

const MINUTE_SECONDS = 60
const closed = { whenRedisFails: 'closed' } as const

/** Codes from browsers that never signed in to the account: all of them together. */
const STRANGERS: Limit = { name: 'codes', max: 10, windowSeconds: 15 * MINUTE_SECONDS, ...closed }
/** Codes from one browser that has. */
const KNOWN: Limit = { name: 'codes-known', max: 20, windowSeconds: 15 * MINUTE_SECONDS, ...closed }
/** Codes from all of them together: who has the password may have had many before the app was there. */
const ALL_KNOWN: Limit = {
  name: 'codes-all-known',
  max: 60,
  windowSeconds: 15 * MINUTE_SECONDS,
  ...closed,
}
/** Attempts to confirm an identity in one session: whoever holds a stolen token has no other. */
const PROOFS: Limit = { name: 'proofs', max: 10, windowSeconds: 15 * MINUTE_SECONDS, ...closed }

type Person = { mark: string; network: string }

/**
 * Counts a code of the app, right or wrong. Whoever has the password and guesses shares ten attempts in 15
 * minutes with all other strangers, from however many addresses: the three codes that are right at a time are
 * then met once in about a year. The owner has attempts of their own in every browser they have used,
 * and can take a passkey or a recovery code in a new one, so nobody locks them out.
 *
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function limitCode(
  consumeLimit: TakeLimit,
  { _id, devices }: AccountRow,
  { mark }: Person,
): Promise<void> {
  const isKnown = devices.some((device) => device.mark === mark)
  if (!isKnown) return consumeLimit(STRANGERS, _id)
  await consumeLimit(KNOWN, `${_id} ${mark}`)
  await consumeLimit(ALL_KNOWN, _id)
}

/** @throws AppError TOO_MANY_REQUESTS */
export async function limitProof(consumeLimit: TakeLimit, sessionId: string): Promise<void> {
  await consumeLimit(PROOFS, sessionId)
}
