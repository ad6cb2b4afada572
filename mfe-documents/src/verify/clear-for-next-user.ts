/** Clears the Verify page when the user signs out or another user signs in. A visitor who signs in keeps the files. */
import { type Session, useSession } from '@inkproof/slice'
import { setResultsOwner } from './stored-results.ts'
import { verifyAgain } from './verification-runs.ts'
import { startOver } from './verify-input.ts'

/** The user whose files are on the page; null for a visitor. */
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
  void setResultsOwner(lastUserId)
}

useSession.subscribe(onSessionChange)
