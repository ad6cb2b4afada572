import { isPublicOrigin } from '@inkproof/service-kit/config'
import type { ConsumeLimit, Limit } from '@inkproof/service-kit/limit'

/**
 * Counts a new account of a client network (an IPv4 address or an IPv6 /64), before it is created.
 *
 * @throws AppError TOO_MANY_REQUESTS, UNAVAILABLE
 */
export type CountNewAccount = (network: string) => Promise<void>

/** More than a shared address needs in an hour, but too few to be worth it for a program. */
const NEW_ACCOUNTS: Limit = {
  name: 'new-accounts',
  max: 20,
  windowSeconds: 60 * 60,
  whenRedisFails: 'closed',
}

/** On localhost all visitors have the same address, so only a public origin has the limit. */
export function createNewAccountLimit(consumeLimit: ConsumeLimit, origin: string): CountNewAccount {
  if (!isPublicOrigin(origin)) return async () => undefined
  return (network) => consumeLimit(NEW_ACCOUNTS, network)
}
