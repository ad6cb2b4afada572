import { focusPage } from '@inkproof/ui/focus-page'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * After navigating, keyboard and screen reader start at the new page's heading, as after a full load. The first
 * page keeps the browser's default.
 */
export function usePageFocus(): void {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (hash === '') focusPage()
  }, [pathname, hash])
}
