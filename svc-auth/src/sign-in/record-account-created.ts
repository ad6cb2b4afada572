import type { SignInMethod } from '@inkproof/protocol/auth'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Caller } from '../callers/caller.ts'
import type { Events } from '../events/events.ts'

export type RecordAccountCreatedDeps = { events: Events; locateIp: (address: string) => string }

/**
 * Records the first event of an account's history. It is not sent by e-mail, because the user has just created the
 * account.
 */
export async function recordAccountCreated(
  { events, locateIp }: RecordAccountCreatedDeps,
  { _id: accountId }: Pick<AccountRow, '_id'>,
  method: SignInMethod,
  { device, address }: Caller,
): Promise<void> {
  const data = { way: method, device, place: locateIp(address) }
  await events.record({ accountId, kind: 'account-created', cause: 'once', data })
}
