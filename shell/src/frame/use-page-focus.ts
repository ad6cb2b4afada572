import { focusPage } from '@inkproof/ui/focus-page'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * After a move to another page the keyboard and the screen reader start at its heading, as they would
 * after a full load. The first page keeps the browser's own start.
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
