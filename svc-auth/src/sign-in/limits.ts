import { AppError } from '@inkproof/service-kit/app-error'
import type { ConsumeLimit, Limit } from '@inkproof/service-kit/limit'
import { emailIdentity } from '../accounts/identities.ts'

const MINUTE_SECONDS = 60
const closed = { whenRedisFails: 'closed' } as const

/** Per address and account: one attacker. */
const LOGIN_PAIR: Limit = {
  name: 'login-pair',
  max: 20,
  windowSeconds: 5 * MINUTE_SECONDS,
  ...closed,
}
/**
 * Per account: many attackers. Exceeding it only tightens the other limit, because the owner must not be locked out.
 */
const LOGIN_ACCOUNT: Limit = {
  name: 'login-account',
  max: 200,
  windowSeconds: 15 * MINUTE_SECONDS,
  ...closed,
}
/** Per address and account, while the account is under attack. */
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
 * For an account under attack, each IP address keeps a few attempts: a botnet gains little, and the owner, whose
 * address differs, can still sign in.
 *
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function consumeLoginLimit(
  consumeLimit: ConsumeLimit,
  address: string,
  email: string,
): Promise<void> {
  const identity = emailIdentity(email)
  const pair = `${address} ${identity}`
  await consumeLimit(LOGIN_PAIR, pair)
  if (!(await tryConsume(() => consumeLimit(LOGIN_ACCOUNT, identity))))
    await consumeLimit(LOGIN_PAIR_UNDER_ATTACK, pair)
}

/** Returns false if the limit is exceeded. */
async function tryConsume(consume: () => Promise<void>): Promise<boolean> {
  try {
    await consume()
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false
    throw error
  }
}
