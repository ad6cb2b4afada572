import type { Limit, TakeLimit } from '@inkproof/service-kit/limit'
import { emailIdentity } from '../accounts/identities.ts'

const MINUTE_SECONDS = 60
const closed = { whenRedisFails: 'closed' } as const

const ASK_ADDRESS: Limit = {
  name: 'forgot-address',
  max: 60,
  windowSeconds: 15 * MINUTE_SECONDS,
  ...closed,
}
/** More mails than this an hour help nobody; those that were sent still work. */
const ASK_ACCOUNT: Limit = {
  name: 'forgot-account',
  max: 6,
  windowSeconds: 60 * MINUTE_SECONDS,
  ...closed,
}
const LINK_ADDRESS: Limit = {
  name: 'reset-address',
  max: 120,
  windowSeconds: 15 * MINUTE_SECONDS,
  ...closed,
}

/** Counts a call before its verification is looked at. @throws AppError TOO_MANY_REQUESTS */
export async function limitAskAddress(consumeLimit: TakeLimit, address: string): Promise<void> {
  await consumeLimit(ASK_ADDRESS, address)
}

/** Counts a mail to an address, whether or not it has an account. @throws AppError TOO_MANY_REQUESTS */
export async function limitAsk(consumeLimit: TakeLimit, email: string): Promise<void> {
  await consumeLimit(ASK_ACCOUNT, emailIdentity(email))
}

/** Counts a call with a mailed link. @throws AppError TOO_MANY_REQUESTS */
export async function limitLink(consumeLimit: TakeLimit, address: string): Promise<void> {
  await consumeLimit(LINK_ADDRESS, address)
}
