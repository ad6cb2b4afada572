/**
 * Derives share links from the certificate's ID with a key, so that no readable link has to be
 * stored.
 */
import { createHash, createHmac } from 'node:crypto'

const LINK_BYTES = 16

/** Returns the secret part of a certificate's share link: 22 characters of base64url. */
export function deriveShareLink(key: Buffer, certificateId: string): string {
  const mac = createHmac('sha256', key).update(certificateId).digest()
  return mac.subarray(0, LINK_BYTES).toString('base64url')
}

/** Returns the stored form of a link: its SHA-256 in hex, which does not reveal the link. */
export function hashShareLink(shareLink: string): string {
  return createHash('sha256').update(shareLink).digest('hex')
}
