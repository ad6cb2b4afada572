import { urlOf } from '@inkproof/protocol/call-url'
import * as calls from '@inkproof/protocol/calls/sessions'
import { RequestError } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { refetch } from '@inkproof/slice-parts/refetch'

/** The sessions of the signed-in user. */
export function useSessions() {
  return usePersonalQuery(queryOf(calls.listSessions), { refetchOnMount: 'always' })
}

/** Ends a session. Also succeeds if the session has already ended. */
export async function endSession(id: string): Promise<void> {
  await call(calls.endSession, { params: { id } }).catch((error: unknown) => {
    if (!isGone(error)) throw error
  })
  await refetch(urlOf(calls.listSessions))
}

/** Ends all other sessions and returns their number. */
export async function endOtherSessions(): Promise<number> {
  const { ended } = await call(calls.endOtherSessions)
  await refetch(urlOf(calls.listSessions))
  return ended
}

function isGone(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404
}
