import type { AccountRow } from '../accounts/accounts.model.ts'

/**
 * Returns only the calling browser from the known browsers of an account, or none if it is unknown. All others then
 * count as unknown: they share one rate limit, and an attacker's browser is not mistaken for the owner's.
 */
export function onlyDevice({ devices }: AccountRow, browserId: string): AccountRow['devices'] {
  return devices.filter((device) => device.mark === browserId)
}
