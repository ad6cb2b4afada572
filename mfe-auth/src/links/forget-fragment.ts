/** Whoever looks over a shoulder, or into the browser's history, shall not find a secret there. */
export function forgetFragment(): void {
  if (location.hash === '') return
  history.replaceState(history.state, '', location.pathname + location.search)
}
