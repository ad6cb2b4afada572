import type { SessionList, SessionsEnded, SessionView } from '@inkproof/protocol/sessions'
import { request, useSession } from '@inkproof/slice'
import { create } from 'zustand'

/** Where the signed-in person is signed in. */
export type SessionsState =
  | { status: 'loading' }
  | { status: 'failed'; reason: string }
  | { status: 'ready'; sessions: SessionView[] }

const LOADING: SessionsState = { status: 'loading' }

/** For reading. It changes by the functions below only. */
export const useSessions = create<SessionsState>()(() => LOADING)

/** Counts the questions: the answer to an older one is dropped. */
let asked = 0

/** Asks for the list again; what is shown stays until it is there. */
export async function reloadSessions(): Promise<void> {
  asked += 1
  const question = asked
  if (useSessions.getState().status === 'failed') useSessions.setState(LOADING, true)
  const next = await ask()
  if (question === asked) useSessions.setState(next, true)
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

async function ask(): Promise<SessionsState> {
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

// Nobody sees for a moment what belongs to the person before them.
useSession.subscribe((session, before) => {
  if (session.user?.id === before.user?.id) return
  asked += 1
  useSessions.setState(LOADING, true)
})
