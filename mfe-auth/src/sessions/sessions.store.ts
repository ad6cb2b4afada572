import type { SessionList, SessionsEnded, SessionView } from '@inkproof/protocol/sessions'
import { request } from '@inkproof/slice'
import { personalStore } from '@inkproof/slice-parts/personal-store'

/** Where the signed-in person is signed in. */
export type SessionsState =
  | { status: 'loading' }
  | { status: 'failed'; reason: string }
  | { status: 'ready'; sessions: SessionView[] }

const LOADING: SessionsState = { status: 'loading' }

const { useStore, set, ask } = personalStore<SessionsState>(LOADING)

/** For reading. It changes by the functions below only. */
export const useSessions = useStore

/** Asks for the list again; what is shown stays until it is there. */
export async function reloadSessions(): Promise<void> {
  if (useStore.getState().status === 'failed') set(LOADING)
  await ask(fetchSessions)
}

/** Ends one session. One that has ended meanwhile is gone as well. */
export async function endSession(id: string): Promise<void> {
  await request('DELETE', `/api/auth/sessions/${id}`).catch((error: unknown) => {
    if (!isGone(error)) throw error
  })
  await reloadSessions()
}

/** Ends all but this one. Answers how many there were. */
export async function endOtherSessions(): Promise<number> {
  const answer = await request('DELETE', '/api/auth/sessions')
  const { ended } = (await answer.json()) as SessionsEnded
  await reloadSessions()
  return ended
}

async function fetchSessions(): Promise<SessionsState> {
  try {
    const answer = await request('GET', '/api/auth/sessions')
    const { sessions } = (await answer.json()) as SessionList
    return { status: 'ready', sessions }
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    return { status: 'failed', reason: reason || 'Nothing answered.' }
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 404
}
