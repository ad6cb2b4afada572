/** Files and own certificates on the Verify page are not shown to the next person. A visitor's stay when they sign in. */
import { type Session, useSession } from '@inkproof/slice'
import { startOver, verifyAgain } from './verify.store.ts'

/** The last user; null while everything on the page is a visitor's. */
let lastUserId: string | null = useSession.getState().user?.id ?? null

function onSessionChange(session: Session): void {
  if (session.status === 'loading') return
  if ('hasEnded' in session) {
    // The same user may sign in again and continue; until then, only public results are shown.
    verifyAgain()
    return
  }
  const previousUserId = lastUserId
  lastUserId = session.user?.id ?? null
  if (previousUserId !== null && previousUserId !== lastUserId) startOver()
}

useSession.subscribe(onSessionChange)
