import { openAuth, useSession } from '@inkproof/slice'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Opens the auth dialog on a personal page: when a signed-out user visits the page, and when the session ends while the
 * page is open. Does not open it when the user signs out on the page. `isPersonal` is for pages that are personal only
 * for some URLs.
 */
export function useSignInFirst(isPersonal = true): void {
  const { pathname } = useLocation()
  const status = useSession((session) => session.status)
  const hasEnded = useSession((session) => 'hasEnded' in session)
  const promptedPath = useRef<string | null>(null)
  useEffect(() => {
    if (!isPersonal || status === 'loading' || (promptedPath.current === pathname && !hasEnded))
      return
    promptedPath.current = pathname
    if (status === 'signed-out') void openAuth()
  }, [isPersonal, status, hasEnded, pathname])
}
