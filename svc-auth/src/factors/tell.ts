import type { AccountRow } from '../accounts/accounts.model.ts'
import type { EventKind } from '../events/events.model.ts'
import type { Events } from '../events/events.ts'
import type { Caller } from '../sessions/caller.routes.ts'

/** Writes a change of factors into the account's history and mails it, so that a thief cannot be quiet. */
export async function tell(
  events: Events,
  kind: EventKind,
  account: AccountRow,
  caller: Caller,
  data: Readonly<Record<string, string>> = {},
): Promise<void> {
  await events.record({
    accountId: account._id,
    ...told(kind, caller, data),
    mailTo: account.email ?? null,
  })
}

/** What is told of a change, by whom it was made. */
export function told(
  kind: EventKind,
  { device, address }: Pick<Caller, 'device' | 'address'>,
  data: Readonly<Record<string, string>> = {},
) {
  return { kind, data: { device, address, ...data } }
}

/** How many recovery codes are left, for the mail. */
export function codesLeft({ recoveryCodes }: AccountRow): Record<string, string> {
  return { left: String(recoveryCodes.length) }
}
