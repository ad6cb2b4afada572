import { type RefObject, useEffect, useState } from 'react'

/** Elements count as near this far above and below the screen. */
const NEAR = '800px 0px'

const listeners = new Map<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | null = null

/** Returns whether an element is on the screen or near it. */
export function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(
    () => (element.current === null ? undefined : watch(element.current, setNear)),
    [element],
  )
  return isNear
}

/** All elements have one observer: with 500 pages, each one's own would delay the first page. Returns a function that ends it. */
function watch(element: Element, listener: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(notify, { rootMargin: NEAR })
  listeners.set(element, listener)
  observer.observe(element)
  return () => {
    listeners.delete(element)
    observer?.unobserve(element)
    if (listeners.size > 0) return
    observer?.disconnect()
    observer = null
  }
}

function notify(entries: IntersectionObserverEntry[]): void {
  // An element may have several entries; the last one is the newest.
  for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
}
