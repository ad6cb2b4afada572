import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { MakePicture } from './make-picture.ts'
import type { PictureStore } from './picture-store.ts'

export type PictureDeps = {
  accounts: Pick<AccountStore, 'change'>
  pictures: PictureStore
  makePicture: MakePicture
  newId: () => string
  now: () => Date
}

/** More than any call takes: an unused picture that is older was left behind by an interrupted call. */
const MAX_CALL_DURATION_MS = 60 * 60 * 1_000

/**
 * Sets the account's picture and removes the previous one. The picture is stored before the account refers to it,
 * so that an account never refers to a missing picture.
 *
 * @throws AppError PICTURE_REFUSED
 */
export async function putPicture(
  deps: PictureDeps,
  accountId: string,
  file: Uint8Array,
): Promise<AccountRow> {
  const bytes = await deps.makePicture(file)
  const id = deps.newId()
  const createdAt = deps.now()
  await deps.pictures.insert({ id, accountId, bytes, createdAt })
  const account = await replacePicture(deps, accountId, id)
  const before = new Date(createdAt.getTime() - MAX_CALL_DURATION_MS)
  await deps.pictures.removeUnused(accountId, id, before)
  return account
}

/** Removes the picture, if there is one. */
export function removePicture(
  deps: Pick<PictureDeps, 'accounts' | 'pictures'>,
  accountId: string,
): Promise<AccountRow> {
  return replacePicture(deps, accountId, null)
}

/** Each concurrent call removes the picture that it replaced, so only the last one remains. */
async function replacePicture(
  deps: Pick<PictureDeps, 'accounts' | 'pictures'>,
  accountId: string,
  pictureId: string | null,
): Promise<AccountRow> {
  let replaced: string | null = null
  const account = await deps.accounts.change(accountId, (current) => {
    replaced = current.pictureId ?? null
    return replaced === pictureId ? {} : { pictureId }
  })
  if (replaced !== null) await deps.pictures.remove(replaced)
  return account
}
