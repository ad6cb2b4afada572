import { useEffect, useState } from 'react'

/** Returns the number of the page in the middle of the window; of the nearest one if there is none. */
export function visiblePage(): number {
  const middle = innerHeight / 2
  const distance = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return Math.max(top - middle, middle - bottom, 0)
  }
  const pages = [...document.querySelectorAll('[data-page]')]
  const nearest = pages.reduce<Element | undefined>(
    (best, page) => (best === undefined || distance(page) < distance(best) ? page : best),
    undefined,
  )
  return Number(nearest?.getAttribute('data-page') ?? 1)
}

/** Follows {@link visiblePage} while the user scrolls. */
export function useVisiblePage(): number {
  const [page, setPage] = useState(1)
  useEffect(() => {
    let frame = 0
    const update = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setPage(visiblePage()))
    }
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [])
  return page
}

/** Shows the start of a page, and focuses it. */
export function goToPage(number: number): void {
  const page = document.querySelector<HTMLElement>(`li[data-page="${number}"]`)
  page?.focus({ preventScroll: true })
  page?.scrollIntoView({ block: 'start', inline: 'nearest', behavior: 'instant' })
}
