/** Share links: made from the certificate's id with a key, so that none has to be kept readable. */
import { createHash, createHmac } from 'node:crypto'

const LINK_BYTES = 16

/** The secret part of a certificate's share link: 22 characters of base64url. */
export function shareLinkOf(key: Buffer, certificateId: string): string {
  const mac = createHmac('sha256', key).update(certificateId).digest()
  return mac.subarray(0, LINK_BYTES).toString('base64url')
}

/** What the database holds of a link: someone who reads it cannot make the link. */
export function shareIdOf(shareLink: string): string {
  return createHash('sha256').update(shareLink).digest('hex')
}
