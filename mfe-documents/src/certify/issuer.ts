import type { User } from '@inkproof/slice'
import type { Settings } from '../drafts/draft.ts'

/** What stands under "Certified by": as typed, else the name of the account that is signed in, else nothing. */
export function issuerShown({ issuer }: Settings, user: User | null): string {
  return issuer ?? [user?.firstName, user?.lastName].filter(Boolean).join(' ')
}
