import { urlOf } from '@inkproof/protocol/call-url'
import { showPicture } from '@inkproof/protocol/calls/profile'
import type { AccountRow } from './accounts.model.ts'

/** Returns the URL of an account's picture, or null if it has none. */
export function pictureUrl({ pictureId }: Pick<AccountRow, 'pictureId'>): string | null {
  return pictureId ? urlOf(showPicture, { params: { id: pictureId } }) : null
}
