import { signedIn, type User, useSession } from '@inkproof/slice'

/**
 * Updates the signed-in user everywhere on the page. `askedWith` is the token of the session that made the request:
 * a response that arrives after signing out or in again is dropped, because it would restore an ended session or
 * mix up two users.
 */
export function updateUser(change: Partial<User>, askedWith: string | null): void {
  const { user, token } = useSession.getState()
  if (token === null || token !== askedWith) return
  signedIn({ ...user, ...change }, token)
}
