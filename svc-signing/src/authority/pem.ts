import { X509Certificate } from 'node:crypto'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Returns the certificates of a PEM file (RFC 7468) in their order; null if there is none, or a damaged one. */
export function certificatesInPem(text: string): X509Certificate[] | null {
  try {
    const all = [...text.matchAll(CERTIFICATE)].map(([pem]) => new X509Certificate(pem))
    return all.length > 0 ? all : null
  } catch {
    return null
  }
}
