import { AppError } from '@inkproof/service-kit/app-error'
import type { ConsumeLimit, Limit } from '@inkproof/service-kit/limit'
import { emailIdentity } from '../accounts/identities.ts'

const MINUTE_SECONDS = 60
const closed = { whenRedisFails: 'closed' } as const

/** Per network (an IPv4 address or IPv6 /64) and account, against a single attacker. */
const LOGIN_PAIR: Limit = {
  name: 'login-pair',
  max: 20,
  windowSeconds: 5 * MINUTE_SECONDS,
  ...closed,
}
/**
 * Per account, against many attackers. Exceeding this limit only tightens the limit per network, because the owner must
 * not be locked out.
 */
const LOGIN_ACCOUNT: Limit = {
  name: 'login-account',
  max: 200,
  windowSeconds: 15 * MINUTE_SECONDS,
  ...closed,
}
/** Per network and account, while the account is under attack. */
const LOGIN_PAIR_UNDER_ATTACK: Limit = {
  name: 'login-pair-besieged',
  max: 5,
  windowSeconds: 15 * MINUTE_SECONDS,
  ...closed,
}

/**
 * Counts a sign-in attempt, whether or not the account exists. Runs after the human verification; otherwise anyone
 * could lock an account at no cost.
 *
 * For an account under attack, each network still has a few attempts: a botnet gains little, and the owner, in another
 * network, can still sign in.
 *
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function consumeLoginLimit(
  consumeLimit: ConsumeLimit,
  network: string,
  email: string,
): Promise<void> {
  const identity = emailIdentity(email)
  const pair = `${network} ${identity}`
  await consumeLimit(LOGIN_PAIR, pair)
  if (!(await tryConsume(() => consumeLimit(LOGIN_ACCOUNT, identity))))
    await consumeLimit(LOGIN_PAIR_UNDER_ATTACK, pair)
}

/** Consumes one use of a limit. Returns false if the limit is exceeded. */
async function tryConsume(consume: () => Promise<void>): Promise<boolean> {
  try {
    await consume()
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false
    throw error
  }
}
