import { focusPage } from '@inkproof/ui/focus-page'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Moves focus to the new page's heading after navigation, so that keyboard and screen reader start there. The
 * first page keeps the browser's default focus.
 */
export function usePageFocus(): void {
  const { pathname, hash } = useLocation()
  const previousPathname = useRef(pathname)
  useEffect(() => {
    if (previousPathname.current === pathname) return
    previousPathname.current = pathname
    if (hash === '') focusPage()
  }, [pathname, hash])
}
