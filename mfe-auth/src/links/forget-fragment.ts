/** Removes a secret from the address bar and the browser's history. */
export function forgetFragment(): void {
  if (location.hash === '') return
  history.replaceState(history.state, '', location.pathname + location.search)
}
