import type { AccountView } from '@inkproof/protocol/account'
import type { Me } from '@inkproof/protocol/auth'
import * as calls from '@inkproof/protocol/calls/profile'
import { useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { updateUser } from '@inkproof/slice-parts/update-user'
import { reloadAccount } from '../account/reload-account.ts'
import { toBase64 } from '../forms/to-base64.ts'
import { reloadWorkspaces } from '../workspaces/reload-workspaces.ts'

export type Names = Pick<AccountView, 'firstName' | 'lastName'>

/**
 * Saves the names that differ from the stored ones; an empty name is removed. A stored name is not sent again, because
 * it may contain characters that the service rejects now.
 */
export function saveNames(stored: Names, typed: Record<keyof Names, string>): Promise<void> {
  const changed = (['firstName', 'lastName'] as const).flatMap((field) => {
    const name = typed[field].trim() || null
    return typed[field] === stored[field] || name === stored[field] ? [] : [[field, name] as const]
  })
  const body = Object.fromEntries(changed)
  return updateProfile(() => call(calls.changeProfile, { body }))
}

export async function savePicture(file: Blob): Promise<void> {
  const body = { image: await toBase64(file) }
  await updateProfile(() => call(calls.setPicture, { body }))
}

export function removePicture(): Promise<void> {
  return updateProfile(() => call(calls.removePicture))
}

/**
 * Changes the profile, then reloads the account and the workspaces, because the personal workspace is named after
 * the user.
 */
async function updateProfile(change: () => Promise<Me>): Promise<void> {
  const { token } = useSession.getState()
  const { user } = await change()
  updateUser(user, token)
  await Promise.all([reloadAccount(), reloadWorkspaces()])
}
