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
    if (hash === '') focusHeading()
  }, [pathname, hash])
}

function focusHeading(): void {
  const content = document.getElementById('content')
  const heading = content?.querySelector<HTMLElement>('h1')
  if (heading) heading.tabIndex = -1
  const target = heading ?? content
  target?.classList.add('outline-none')
  target?.focus({ preventScroll: true })
}
