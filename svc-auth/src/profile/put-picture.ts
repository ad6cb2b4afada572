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

/** No call lasts so long: what is older and unused was left by one that was interrupted. */
const LEFT_AFTER_MS = 60 * 60 * 1_000

/**
 * Gives the account a picture and removes the one before: first the picture, then the account that shows
 * it, so that no account ever names a picture that is not there.
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
  const before = new Date(createdAt.getTime() - LEFT_AFTER_MS)
  await deps.pictures.removeLeft(accountId, id, before)
  return account
}

/** Takes the picture away; without one nothing happens. */
export function removePicture(
  deps: Pick<PictureDeps, 'accounts' | 'pictures'>,
  accountId: string,
): Promise<AccountRow> {
  return replacePicture(deps, accountId, null)
}

/** Of several at once each removes the one it replaced, so exactly the last one stays. */
async function replacePicture(
  deps: Pick<PictureDeps, 'accounts' | 'pictures'>,
  accountId: string,
  pictureId: string | null,
): Promise<AccountRow> {
  let replaced: string | null = null
  const account = await deps.accounts.change(accountId, (now) => {
    replaced = now.pictureId ?? null
    return replaced === pictureId ? {} : { pictureId }
  })
  if (replaced !== null) await deps.pictures.remove(replaced)
  return account
}
