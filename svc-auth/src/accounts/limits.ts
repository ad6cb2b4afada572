import type { Limit, TakeLimit } from '@inkproof/service-kit/limit'
import { emailIdentity } from './identity.model.ts'

const MINUTE = 60
const closed = { whenRedisFails: 'closed' } as const

/** An office or a classroom shares one address, so these are generous; the account's own are not. */
const REGISTER_ADDRESS: Limit = {
  name: 'register-address',
  max: 200,
  windowSeconds: 60 * MINUTE,
  ...closed,
}
const LOGIN_ADDRESS: Limit = {
  name: 'login-address',
  max: 300,
  windowSeconds: 15 * MINUTE,
  ...closed,
}
/** One guesser at one account. */
const LOGIN_PAIR: Limit = { name: 'login-pair', max: 20, windowSeconds: 5 * MINUTE, ...closed }
/** Many guessers at one account; wide enough that none of them can lock its owner out for nothing. */
const LOGIN_ACCOUNT: Limit = {
  name: 'login-account',
  max: 200,
  windowSeconds: 15 * MINUTE,
  ...closed,
}

/** Counts a registration. @throws AppError TOO_MANY_REQUESTS */
export async function limitRegister(take: TakeLimit, address: string): Promise<void> {
  await take(REGISTER_ADDRESS, address)
}

/** Counts an attempt to sign in, whether or not the account exists. @throws AppError TOO_MANY_REQUESTS */
export async function limitLogin(take: TakeLimit, address: string, email: string): Promise<void> {
  const identity = emailIdentity(email)
  await take(LOGIN_ADDRESS, address)
  await take(LOGIN_PAIR, `${address} ${identity}`)
  await take(LOGIN_ACCOUNT, identity)
}
