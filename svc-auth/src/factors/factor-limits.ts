/**
 * Rate limits for authenticator codes and reauthentication. Codes have only six digits and can be guessed, unlike
 * recovery codes and passkeys.
 */
import type { ConsumeLimit, Limit } from '@inkproof/service-kit/limit'
import type { AccountRow } from '../accounts/accounts.model.ts'

const MINUTE_SECONDS = 60
const closed = { whenRedisFails: 'closed' } as const

/** Shared by all browsers that the account does not know. */
const UNKNOWN_BROWSERS: Limit = {
  name: 'codes',
  max: 10,
  windowSeconds: 15 * MINUTE_SECONDS,
  ...closed,
}
/** One known browser. */
const KNOWN_BROWSER: Limit = {
  name: 'codes-known',
  max: 20,
  windowSeconds: 15 * MINUTE_SECONDS,
  ...closed,
}
/** Shared by all known browsers, because an attacker may have signed in from many of them. */
const ALL_KNOWN_BROWSERS: Limit = {
  name: 'codes-all-known',
  max: 60,
  windowSeconds: 15 * MINUTE_SECONDS,
  ...closed,
}
/** Attempts to confirm the identity, per session: a stolen token belongs to only one session. */
const REAUTHENTICATIONS: Limit = {
  name: 'proofs',
  max: 10,
  windowSeconds: 15 * MINUTE_SECONDS,
  ...closed,
}

type CodeCaller = { browserId: string; network: string }

/**
 * Counts an attempt with a code from the app, right or wrong. All unknown browsers share ten attempts in 15 minutes,
 * whatever their addresses: at that rate, an attacker who has the password guesses one of the three valid codes
 * about once a year. The owner has separate attempts in every known browser, and can use a passkey or a recovery
 * code in a new one, so an attacker cannot lock them out.
 *
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function consumeCodeLimit(
  consumeLimit: ConsumeLimit,
  { _id, devices }: AccountRow,
  { browserId }: CodeCaller,
): Promise<void> {
  const isKnown = devices.some((device) => device.mark === browserId)
  if (!isKnown) return consumeLimit(UNKNOWN_BROWSERS, _id)
  await consumeLimit(KNOWN_BROWSER, `${_id} ${browserId}`)
  await consumeLimit(ALL_KNOWN_BROWSERS, _id)
}

/** @throws AppError TOO_MANY_REQUESTS */
export async function consumeReauthenticationLimit(
  consumeLimit: ConsumeLimit,
  sessionId: string,
): Promise<void> {
  await consumeLimit(REAUTHENTICATIONS, sessionId)
}
