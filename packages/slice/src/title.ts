import { useEffect } from 'react'

const PRODUCT = 'Inkproof'

/** The window's title for a page: `Certify · Inkproof`, or the product alone. */
export function windowTitle(page?: string): string {
  return page ? `${page} · ${PRODUCT}` : PRODUCT
}

/** Names the window after what the page found out, where its route's `handle.title` is not enough. */
export function useTitle(page: string): void {
  useEffect(() => {
    document.title = windowTitle(page)
  }, [page])
}
