import { signedIn, type User, useSession } from '@inkproof/slice'

/**
 * Shows, on the whole page, what an answer says about the signed-in person. `askedWith` is the token of the
 * session the question was asked in: an answer that comes after somebody signed out, or in, is dropped,
 * for it would bring back a session that has ended or give one person the name of another.
 */
export function updateUser(change: Partial<User>, askedWith: string | null): void {
  const { user, token } = useSession.getState()
  if (token === null || token !== askedWith) return
  signedIn({ ...user, ...change }, token)
}
