import { useEffect } from 'react'

const PRODUCT = 'Inkproof'

/** Formats the document title of a page: `Certify · Inkproof`, or the product name alone. */
export function windowTitle(page?: string): string {
  return page ? `${page} · ${PRODUCT}` : PRODUCT
}

/** Sets the document title from page data, where the route's `handle.title` is not enough. */
export function useTitle(page: string): void {
  useEffect(() => {
    document.title = windowTitle(page)
  }, [page])
}
