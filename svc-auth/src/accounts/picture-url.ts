import { urlOf } from '@inkproof/protocol/call-url'
import { showPicture } from '@inkproof/protocol/calls/profile'
import type { AccountRow } from './accounts.model.ts'

/** URL of a person's picture, or null without one. */
export function pictureUrl({ pictureId }: Pick<AccountRow, 'pictureId'>): string | null {
  return pictureId ? urlOf(showPicture, { params: { id: pictureId } }) : null
}
