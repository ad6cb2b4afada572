import { MAX_SESSIONS, type SessionList } from '@inkproof/protocol/sessions'
import type { ListedSession } from '../session-store/session-store.ts'

/**
 * Returns the sessions as shown to their owner, the current one first.
 *
 * The ids are the same as in the signed session tokens. Without a token's signature, an id gives no access.
 */
export function toSessionList(sessions: readonly ListedSession[], currentId: string): SessionList {
  const views = sessions.map(
    ({ sessionId, device, place, address, way, startedAtMs, usedAtMs }) => ({
      id: sessionId,
      device,
      place,
      address,
      way,
      startedAt: new Date(startedAtMs).toISOString(),
      usedAt: new Date(usedAtMs).toISOString(),
      isCurrent: sessionId === currentId,
    }),
  )
  const current = views.filter(({ isCurrent }) => isCurrent)
  const others = views.filter(({ isCurrent }) => !isCurrent)
  return { sessions: [...current, ...others].slice(0, MAX_SESSIONS) }
}
