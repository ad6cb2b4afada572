import type { Me } from '@inkproof/protocol/auth'
import * as calls from '@inkproof/protocol/calls/profile'
import { useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { updateUser } from '@inkproof/slice-parts/update-user'
import { t } from '@inkproof/texts/text'
import { reloadAccount } from '../account/reload-account.ts'
import { reloadWorkspaces } from '../workspaces/reload-workspaces.ts'

/** An empty name is sent as null. */
export function saveNames(firstName: string, lastName: string): Promise<void> {
  const body = { firstName: firstName.trim() || null, lastName: lastName.trim() || null }
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

async function toBase64(file: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error(t('The file could not be read. Choose it again.')))
    reader.readAsDataURL(file)
  })
  return url.slice(url.indexOf(',') + 1)
}
