import type { AccountRow } from './accounts.model.ts'

/** URL of a person's picture, or null without one. */
export function pictureUrl({ pictureId }: Pick<AccountRow, 'pictureId'>): string | null {
  return pictureId ? `/api/auth/pictures/${pictureId}` : null
}
