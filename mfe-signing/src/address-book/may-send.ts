import type { Session } from '@inkproof/slice'

/** Whether somebody may send signing requests from their workspace, and so read its address book. */
export function maySend({ user }: Session): boolean {
  return user !== null && user.role !== 'viewer'
}
