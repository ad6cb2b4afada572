/** Scrolls an element into view, without movement if the person prefers that. */
export function scrollToElement(element: Element | null, block: ScrollLogicalPosition): void {
  const reducesMotion = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches
  const behavior = reducesMotion ? 'auto' : 'smooth'
  element?.scrollIntoView({ block, inline: 'nearest', behavior })
}

/** Between a field and the bar below it, in CSS pixels. */
const GAP = 24

/**
 * Scrolls an element to right above a bar at the lower edge of the window. An on-screen keyboard leaves only this part of the
 * window, because browsers show the focused control, which is in the bar. Without movement, which an opening keyboard stops.
 */
export function scrollAboveBar(element: HTMLElement | null, bar: Element | null): void {
  if (element === null) return
  const height = bar?.getBoundingClientRect().height ?? 0
  element.style.scrollMarginBottom = `${height + GAP}px`
  element.scrollIntoView({ block: 'end', inline: 'nearest', behavior: 'instant' })
}
