/** Scrolls an element into view, without movement if the person prefers that. */
export function scrollToElement(element: Element | null, block: ScrollLogicalPosition): void {
  const reducesMotion = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches
  const behavior = reducesMotion ? 'auto' : 'smooth'
  element?.scrollIntoView({ block, inline: 'nearest', behavior })
}
