import type { User } from '@inkproof/slice'
import type { Settings } from '../drafts/draft.ts'

/** Returns the text shown under "Certified by": as typed, or the name of the signed-in account, or an empty text. */
export function displayedIssuer({ issuer }: Pick<Settings, 'issuer'>, user: User | null): string {
  return issuer ?? [user?.firstName, user?.lastName].filter(Boolean).join(' ')
}
