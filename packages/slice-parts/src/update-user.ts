import { signedIn, type User, useSession } from '@inkproof/slice'

/**
 * Updates the signed-in user everywhere on the page. `sessionToken` is the token of the session that made the request:
 * a response that arrives after signing out or in again is dropped, because it would restore an ended session or
 * mix up two users.
 */
export function updateUser(change: Partial<User>, sessionToken: string | null): void {
  const { user, token } = useSession.getState()
  if (token === null || token !== sessionToken) return
  signedIn({ ...user, ...change }, token)
}
