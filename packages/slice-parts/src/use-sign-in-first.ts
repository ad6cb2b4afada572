import { openAuth, useSession } from '@inkproof/slice'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Opens the auth dialog once on a personal page: when it is visited signed out, and when the session ends on it. It
 * is not opened after the user signs out there. `isPersonal` is for pages that are personal only for some URLs.
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
