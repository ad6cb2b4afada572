/** Rate limits for second factors. A recovery code and a passkey cannot be guessed; six digits can. */
import type { ConsumeLimit, Limit } from '@inkproof/service-kit/limit'
import type { AccountRow } from '../accounts/accounts.model.ts'

const MINUTE_SECONDS = 60
const closed = { whenRedisFails: 'closed' } as const

/** Codes from browsers that never signed in to the account, counted together. */
const STRANGERS: Limit = { name: 'codes', max: 10, windowSeconds: 15 * MINUTE_SECONDS, ...closed }
/** Codes from one known browser. */
const KNOWN: Limit = { name: 'codes-known', max: 20, windowSeconds: 15 * MINUTE_SECONDS, ...closed }
/**
 * Codes from all known browsers together: someone with the password may have collected many before the app was set
 * up.
 */
const ALL_KNOWN: Limit = {
  name: 'codes-all-known',
  max: 60,
  windowSeconds: 15 * MINUTE_SECONDS,
  ...closed,
}
/** Attempts to confirm an identity in one session: a stolen token gives access to only one. */
const PROOFS: Limit = { name: 'proofs', max: 10, windowSeconds: 15 * MINUTE_SECONDS, ...closed }

type Person = { browserId: string; network: string }

/**
 * Counts a code of the app, right or wrong. An attacker who has the password shares ten attempts in 15 minutes with
 * all other unknown browsers, from however many addresses: at that rate, one of the three codes valid at a time is
 * guessed about once a year. The owner has separate attempts in every known browser, and can use a passkey or a
 * recovery code in a new one, so nobody can lock them out.
 *
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function limitCode(
  consumeLimit: ConsumeLimit,
  { _id, devices }: AccountRow,
  { browserId }: Person,
): Promise<void> {
  const isKnown = devices.some((device) => device.mark === browserId)
  if (!isKnown) return consumeLimit(STRANGERS, _id)
  await consumeLimit(KNOWN, `${_id} ${browserId}`)
  await consumeLimit(ALL_KNOWN, _id)
}

/** @throws AppError TOO_MANY_REQUESTS */
export async function limitProof(consumeLimit: ConsumeLimit, sessionId: string): Promise<void> {
  await consumeLimit(PROOFS, sessionId)
}
