import type { SessionList, SessionsEnded } from '@inkproof/protocol/sessions'
import { RequestError, request } from '@inkproof/slice'
import { usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { refetch } from '@inkproof/slice-parts/refetch'

const SESSIONS_URL = '/api/auth/sessions'

/** The sessions of the signed-in person. */
export function useSessions() {
  return usePersonalQuery<SessionList>(SESSIONS_URL, { refetchOnMount: 'always' })
}

/** Ends a session. One that has already ended counts as success. */
export async function endSession(id: string): Promise<void> {
  await request('DELETE', `${SESSIONS_URL}/${id}`).catch((error: unknown) => {
    if (!isGone(error)) throw error
  })
  await refetch(SESSIONS_URL)
}

/** Ends all other sessions. Returns how many there were. */
export async function endOtherSessions(): Promise<number> {
  const answer = await request('DELETE', SESSIONS_URL)
  const { ended } = (await answer.json()) as SessionsEnded
  await refetch(SESSIONS_URL)
  return ended
}

function isGone(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404
}
