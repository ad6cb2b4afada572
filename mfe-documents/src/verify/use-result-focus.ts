import { useEffect, useRef } from 'react'
import { useVerify } from './verify.store.ts'

/** The last action whose result was focused. Stored outside the page, so that returning to it focuses nothing. */
let handled = 0

/**
 * Returns the ref of the result. When the user has dropped a file, pasted something or changed the trust settings, the
 * result is scrolled into view at once, and receives focus when it is ready.
 */
export function useResultFocus(isReady: boolean) {
  const ref = useRef<HTMLElement>(null)
  const actionCount = useVerify((state) => state.actionCount)
  useEffect(() => {
    const element = ref.current
    if (element === null || actionCount === handled) return
    scrollIntoView(element)
    if (!isReady) return
    handled = actionCount
    element.focus({ preventScroll: true })
  }, [actionCount, isReady])
  return ref
}

/** Scrolls only if a part of the element is hidden. */
function scrollIntoView(element: HTMLElement): void {
  const { top, bottom } = element.getBoundingClientRect()
  const headerHeight = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  if (top >= headerHeight && bottom <= innerHeight) return
  const isReduced = matchMedia?.('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView?.({ block: 'start', behavior: isReduced ? 'auto' : 'smooth' })
}
