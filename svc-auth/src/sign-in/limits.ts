import { AppError } from '@inkproof/service-kit/app-error'
import type { ConsumeLimit, Limit } from '@inkproof/service-kit/limit'
import { emailIdentity } from '../accounts/identities.ts'

const MINUTE_SECONDS = 60
const closed = { whenRedisFails: 'closed' } as const

/** One attacker, one account. */
const LOGIN_PAIR: Limit = {
  name: 'login-pair',
  max: 20,
  windowSeconds: 5 * MINUTE_SECONDS,
  ...closed,
}
/** Many attackers, one account. This limit alone refuses nobody, because that would lock the owner out: see below. */
const LOGIN_ACCOUNT: Limit = {
  name: 'login-account',
  max: 200,
  windowSeconds: 15 * MINUTE_SECONDS,
  ...closed,
}
/** The attempts left to each address while an account is attacked from many. */
const LOGIN_PAIR_BESIEGED: Limit = {
  name: 'login-pair-besieged',
  max: 5,
  windowSeconds: 15 * MINUTE_SECONDS,
  ...closed,
}

/**
 * Counts an attempt at an account, whether or not it exists, after the human verification. Counting before it would
 * let anyone lock an account at no cost.
 *
 * An account under attack leaves each address a few attempts: a botnet gains little, and the owner, with an address
 * of their own, can still sign in.
 *
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function limitLogin(
  consumeLimit: ConsumeLimit,
  address: string,
  email: string,
): Promise<void> {
  const identity = emailIdentity(email)
  const pair = `${address} ${identity}`
  await consumeLimit(LOGIN_PAIR, pair)
  if (await isOver(() => consumeLimit(LOGIN_ACCOUNT, identity)))
    await consumeLimit(LOGIN_PAIR_BESIEGED, pair)
}

async function isOver(counting: () => Promise<void>): Promise<boolean> {
  try {
    await counting()
    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return true
    throw error
  }
}
