import { useEffect } from 'react'

const RETURN = /^#(signed-in|provider-link|sign-in-failed)=([\w-]+)$/

/**
 * Goes on where somebody comes back from the outside provider. In the slice's first chunk, so only the look
 * at the address is here; what follows is fetched when there is something to do.
 */
export function useProviderReturn(): void {
  useEffect(() => {
    const [, name = '', value = ''] = RETURN.exec(location.hash) ?? []
    if (!name) return
    // The code is nothing to keep in the address, the history or a bookmark.
    history.replaceState(history.state, '', location.pathname + location.search)
    void import('./provider-return.store.ts').then(({ comeBack }) => comeBack(name, value))
  }, [])
}
