import type { Me } from '@inkproof/protocol/auth'
import type { PictureRequest, ProfileRequest } from '@inkproof/protocol/profile'
import { type Method, request, useSession } from '@inkproof/slice'
import { updateUser } from '@inkproof/slice-parts/update-user'
import { t } from '@inkproof/texts/text'
import { reloadAccount } from '../account/reload-account.ts'
import { reloadWorkspaces } from '../workspaces/reload-workspaces.ts'

/** An empty name is sent as null. */
export function saveNames(firstName: string, lastName: string): Promise<void> {
  const names: ProfileRequest = {
    firstName: firstName.trim() || null,
    lastName: lastName.trim() || null,
  }
  return changeMe('PATCH', '/api/auth/profile', names)
}

export async function savePicture(file: Blob): Promise<void> {
  const picture: PictureRequest = { image: await toBase64(file) }
  await changeMe('PUT', '/api/auth/profile/picture', picture)
}

export function removePicture(): Promise<void> {
  return changeMe('DELETE', '/api/auth/profile/picture')
}

/**
 * Changes the profile, and everything on this page that shows it: the personal workspace is named after the person.
 */
async function changeMe(method: Method, url: string, body?: unknown): Promise<void> {
  const { token } = useSession.getState()
  const answer = await request(method, url, body)
  const { user }: Me = await answer.json()
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
