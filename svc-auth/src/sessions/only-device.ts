import type { AccountRow } from '../accounts/accounts.model.ts'

/**
 * Of the browsers an account was used in, the one that calls, if it is among them. The others are strangers
 * from then on: they share the attempts of strangers, and a thief's is not taken for the owner's.
 */
export function onlyDevice({ devices }: AccountRow, mark: string): AccountRow['devices'] {
  return devices.filter((device) => device.mark === mark)
}
