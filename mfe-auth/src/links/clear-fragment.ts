/** Removes the URL fragment, which contains a secret, from the address bar and the browser's history. */
export function clearFragment(): void {
  if (location.hash === '') return
  history.replaceState(history.state, '', location.pathname + location.search)
}
