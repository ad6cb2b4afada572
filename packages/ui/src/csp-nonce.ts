import { setNonce } from 'get-nonce'

/**
 * Hands the page's nonce (`<meta name="csp-nonce" content>`) to Radix, whose scroll lock writes a
 * style element. Call once, before the first render, from whatever bundles Radix.
 */
export function adoptCspNonce(page: Document = document): void {
  const nonce = page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  if (nonce) setNonce(nonce)
}
