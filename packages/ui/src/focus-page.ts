/**
 * Moves focus to the page's main heading, or else to the main element, as after a full page load.
 */
export function focusPage(): void {
  const main = document.querySelector('main')
  const heading = main?.querySelector('h1')
  if (heading) heading.tabIndex = -1
  const target = heading ?? main
  target?.classList.add('outline-none')
  target?.focus({ preventScroll: true })
}
