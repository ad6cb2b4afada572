import type { EventKind } from './events.model.ts'
import type { Events } from './events.ts'

/** Whose account it is, and where they are told. */
type Owner = { _id: string; email?: string | null }
/** Who made the change: browser and system in words, and their address. */
type By = { device: string; address: string }
type Words = Readonly<Record<string, string>>

export type DescribeChangeDeps = {
  /** Roughly where an address is, in words. */
  locateIp: (address: string) => string
}
export type RecordChangeDeps = DescribeChangeDeps & { events: Events }

/** Writes a change of an account's ways in into its history and mails it, so that a thief cannot be quiet. */
export async function recordChange(
  deps: RecordChangeDeps,
  kind: EventKind,
  owner: Owner,
  by: By,
  data: Words = {},
): Promise<void> {
  const mailTo = owner.email ?? null
  await deps.events.record({
    accountId: owner._id,
    ...describeChange(deps, kind, by, data),
    mailTo,
  })
}

/** What is told of a change: by whom it was made, and from where. */
export function describeChange(
  { locateIp }: DescribeChangeDeps,
  kind: EventKind,
  { device, address }: By,
  data: Words = {},
) {
  return { kind, data: { device, address, place: locateIp(address), ...data } }
}
