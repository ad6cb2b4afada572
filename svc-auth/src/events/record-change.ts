import type { EventKind } from '@inkproof/protocol/event-kinds'
import type { Events } from './events.ts'

/** The account and its e-mail address. */
type Owner = { _id: string; email?: string | null }
/** The browser that made the change: device label and IP address. */
type Client = { device: string; address: string }
type ChangeValues = Readonly<Record<string, string>>

export type DescribeChangeDeps = {
  /** The approximate location of an IP address, for display. */
  locateIp: (address: string) => string
}
export type RecordChangeDeps = DescribeChangeDeps & { events: Events }

/**
 * Records a change of an account's sign-in methods and notifies the owner by e-mail, so that an attacker cannot make
 * the change unnoticed.
 */
export async function recordChange(
  deps: RecordChangeDeps,
  kind: EventKind,
  owner: Owner,
  client: Client,
  data: ChangeValues = {},
): Promise<void> {
  const mailTo = owner.email ?? null
  await deps.events.record({
    accountId: owner._id,
    ...describeChange(deps, kind, client, data),
    mailTo,
  })
}

/** Returns the kind and the values of the event about a change; the values include device and location. */
export function describeChange(
  { locateIp }: DescribeChangeDeps,
  kind: EventKind,
  { device, address }: Client,
  data: ChangeValues = {},
) {
  return { kind, data: { device, address, place: locateIp(address), ...data } }
}
