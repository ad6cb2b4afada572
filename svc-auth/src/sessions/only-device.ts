import type { AccountRow } from '../accounts/accounts.model.ts'

/**
 * Returns the known browsers of an account reduced to the calling one, if it is known. The others then count as
 * unknown: they share the limit of unknown browsers, and a thief's browser is not mistaken for the owner's.
 */
export function onlyDevice({ devices }: AccountRow, browserId: string): AccountRow['devices'] {
  return devices.filter((device) => device.mark === browserId)
}
