import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { FIT_WIDTH } from './zoom-levels.ts'

/** A point of a page, as parts of its width and height, and where it was in the window, in CSS pixels. */
type Anchor = { page: number; across: number; down: number; left: number; top: number }

/**
 * The zoom of the pages in a column. What is in the middle of the window stays there when the zoom changes: the column
 * scrolls sideways, the window up and down.
 *
 * @param column the element that contains the pages and scrolls sideways
 */
export function useZoom(
  column: RefObject<HTMLElement | null>,
): [zoom: number, setZoom: (zoom: number) => void] {
  const [zoom, setZoom] = useState(FIT_WIDTH)
  const anchor = useRef<Anchor | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages have another size after each change.
  useLayoutEffect(() => {
    if (column.current && anchor.current) restore(column.current, anchor.current)
    anchor.current = null
  }, [column, zoom])

  function change(next: number): void {
    anchor.current = column.current && findAnchor(column.current)
    setZoom(next)
  }
  return [zoom, change]
}

/** Finds the point of a page that is in the middle of the window, or closest to it. */
function findAnchor(column: HTMLElement): Anchor | null {
  const area = column.getBoundingClientRect()
  const middle = { left: area.left + column.clientWidth / 2, top: innerHeight / 2 }
  const points = pagesIn(column).map((element, page) => {
    const { height, left, top, width } = element.getBoundingClientRect()
    const across = clamp((middle.left - left) / width)
    const down = clamp((middle.top - top) / height)
    return { page, across, down, left: left + across * width, top: top + down * height }
  })
  const distance = ({ top }: Anchor) => Math.abs(top - middle.top)
  return points.reduce<Anchor | null>(
    (best, point) => (best === null || distance(point) < distance(best) ? point : best),
    null,
  )
}

function restore(column: HTMLElement, { across, down, left, page, top }: Anchor): void {
  const box = pagesIn(column)[page]?.getBoundingClientRect()
  if (!box) return
  column.scrollLeft += box.left + across * box.width - left
  window.scrollBy({ top: box.top + down * box.height - top, behavior: 'instant' })
}

function pagesIn(column: HTMLElement): Element[] {
  return [...column.querySelectorAll('li[data-page]')]
}

/** @returns 0 for values that are not a number, as in a page without a size */
function clamp(value: number): number {
  return Math.min(Math.max(value || 0, 0), 1)
}
