import { setNonce } from 'get-nonce'

/**
 * Passes the page's CSP nonce (`<meta name="csp-nonce" content>`) to Radix, whose scroll lock and
 * selects create style elements. Call once, before the first render, in every bundle that contains Radix.
 */
export function adoptCspNonce(page: Document = document): void {
  const nonce = page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  if (nonce) setNonce(nonce)
}
