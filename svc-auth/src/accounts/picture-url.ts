import type { AccountRow } from './accounts.model.ts'

/** Where a person's picture is shown; null without one. */
export function pictureUrl({ pictureId }: Pick<AccountRow, 'pictureId'>): string | null {
  return pictureId ? `/api/auth/pictures/${pictureId}` : null
}
