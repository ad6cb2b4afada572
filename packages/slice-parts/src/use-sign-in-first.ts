import { openAuth, useSession } from '@inkproof/slice'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * For pages of one's own: opened signed out, they open the auth dialog, once; so they do when the session
 * ends under them. Whoever signs out on such a page did just that, and is asked nothing. `isOwn` is for a
 * page whose address says whether it is one.
 */
export function useSignInFirst(isOwn = true): void {
  const { pathname } = useLocation()
  const status = useSession((session) => session.status)
  const hasEnded = useSession((session) => 'hasEnded' in session)
  const askedAt = useRef<string | null>(null)
  useEffect(() => {
    if (!isOwn || status === 'loading' || (askedAt.current === pathname && !hasEnded)) return
    askedAt.current = pathname
    if (status === 'signed-out') void openAuth()
  }, [isOwn, status, hasEnded, pathname])
}
