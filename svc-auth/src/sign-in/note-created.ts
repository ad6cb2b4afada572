import type { SignInWay } from '@inkproof/protocol/auth'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Caller } from '../callers/caller.ts'
import type { Events } from '../events/events.ts'

export type NoteCreatedDeps = { events: Events; locateIp: (address: string) => string }

/** What the history of an account begins with. Mailed to nobody: whoever made it is there. */
export async function noteCreated(
  { events, locateIp }: NoteCreatedDeps,
  { _id: accountId }: Pick<AccountRow, '_id'>,
  way: SignInWay,
  { device, address }: Caller,
): Promise<void> {
  const data = { way, device, place: locateIp(address) }
  await events.record({ accountId, kind: 'account-created', cause: 'once', data })
}
