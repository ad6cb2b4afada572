import type { SignInMethod } from '@inkproof/protocol/auth'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Caller } from '../callers/caller.ts'
import type { Events } from '../events/events.ts'

export type RecordAccountCreatedDeps = { events: Events; locateIp: (address: string) => string }

/**
 * Records the first event of an account's history. It is not mailed, because the person has just created the
 * account.
 */
export async function recordAccountCreated(
  { events, locateIp }: RecordAccountCreatedDeps,
  { _id: accountId }: Pick<AccountRow, '_id'>,
  way: SignInMethod,
  { device, address }: Caller,
): Promise<void> {
  const data = { way, device, place: locateIp(address) }
  await events.record({ accountId, kind: 'account-created', cause: 'once', data })
}
