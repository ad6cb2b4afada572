import type { AccountRow } from '../accounts/accounts.model.ts'

/**
 * Of an account's known browsers, keeps only the calling one, if it is known. The others count as unknown from then
 * on: they share the limit of unknown browsers, and a thief's browser is not taken for the owner's.
 */
export function onlyDevice({ devices }: AccountRow, browserId: string): AccountRow['devices'] {
  return devices.filter((device) => device.mark === browserId)
}
