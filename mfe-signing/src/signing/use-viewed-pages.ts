import { useCallback, useEffect, useRef, useState } from 'react'

/** A page counts as shown once half of it, or half of the window filled by it, was visible. */
const SHOWN = 0.5
/** The small ones are for pages that were made so large that the window shows a small part of them. */
const THRESHOLDS = [0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.2, 0.3, 0.4, SHOWN, 0.75, 1]

/**
 * Records which pages were visible. Returns their numbers, and a function that makes the `ref` of the page with a number.
 */
export function useViewedPages(): [
  viewed: ReadonlySet<number>,
  refOf: (page: number) => (element: HTMLElement | null) => void,
] {
  const [viewed, setViewed] = useState<ReadonlySet<number>>(new Set())
  const pages = useRef(new Map<Element, number>())
  const refs = useRef(new Map<number, (element: HTMLElement | null) => void>())
  const observer = useRef<IntersectionObserver | null>(null)

  const getObserver = useCallback(() => {
    observer.current ??= new IntersectionObserver(
      (entries) => {
        const shown = entries
          .filter(isShown)
          .flatMap(({ target }) => pages.current.get(target) ?? [])
        if (shown.length > 0) setViewed((old) => withPages(old, shown))
      },
      { threshold: THRESHOLDS },
    )
    return observer.current
  }, [])
  useEffect(() => () => observer.current?.disconnect(), [])

  const refOf = useCallback(
    (page: number) => {
      const known = refs.current.get(page)
      if (known) return known
      let observed: HTMLElement | null = null
      const ref = (element: HTMLElement | null) => {
        if (observed) {
          getObserver().unobserve(observed)
          pages.current.delete(observed)
        }
        observed = element
        if (element) {
          pages.current.set(element, page)
          getObserver().observe(element)
        }
      }
      refs.current.set(page, ref)
      return ref
    },
    [getObserver],
  )
  return [viewed, refOf]
}

function isShown({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) {
  const windowHeight = rootBounds?.height ?? Number.POSITIVE_INFINITY
  return intersectionRatio >= SHOWN || intersectionRect.height >= SHOWN * windowHeight
}

function withPages(old: ReadonlySet<number>, pages: readonly number[]): ReadonlySet<number> {
  return pages.every((page) => old.has(page)) ? old : new Set([...old, ...pages])
}
