/** Calls for logging out, and for listing and ending an account's sessions. */
import { sessionCalls } from '@inkproof/protocol/calls/sessions'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import type { AccountStore } from '../accounts/account-store.ts'
import type { Sessions } from '../session-store/session-store.ts'
import { changeAndEndSessions } from './end-sessions.ts'
import type { FinalizeAccountChange } from './finalize-account-change.ts'
import { toSessionList } from './to-session-list.ts'

export type SessionCallsDeps = {
  accounts: AccountStore
  sessions: Sessions
  finalizeAccountChange: FinalizeAccountChange
  now: () => Date
}

export function implementSessionCalls(deps: SessionCallsDeps): BoundCall[] {
  return implement(sessionCalls, {
    listSessions: async ({ session }) =>
      toSessionList(await deps.sessions.list(session.accountId), session.sessionId),
    endSession: async ({ session, params }) => {
      const { accountId } = session
      if (!(await deps.sessions.remove({ accountId, sessionId: params.id })))
        throw new AppError('ITEM_NOT_FOUND')
    },
    endOtherSessions: async ({ session }) => ({ ended: await endOthers(deps, session) }),
    logout: async ({ session }) => void (await deps.sessions.remove(session)),
  })
}

/** Ends all other sessions and sign-ins in progress. Returns the number of ended sessions. */
async function endOthers(
  deps: SessionCallsDeps,
  { accountId, sessionId }: Session,
): Promise<number> {
  const others = (await deps.sessions.list(accountId)).filter(
    (session) => session.sessionId !== sessionId,
  )
  const notice = { kind: 'sessions-ended' as const, data: { count: String(others.length) } }
  const options = { keep: sessionId, ...(others.length > 0 && { notice }) }
  await changeAndEndSessions(deps, accountId, () => ({}), options)
  return others.length
}
