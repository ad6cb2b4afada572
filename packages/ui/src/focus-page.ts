/**
 * Moves focus to the page's main heading, or else to the page, where reading starts after a full
 * load.
 */
export function focusPage(): void {
  const page = document.querySelector('main')
  const heading = page?.querySelector('h1')
  if (heading) heading.tabIndex = -1
  const target = heading ?? page
  target?.classList.add('outline-none')
  target?.focus({ preventScroll: true })
}
