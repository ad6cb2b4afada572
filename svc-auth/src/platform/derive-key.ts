import { createHmac } from 'node:crypto'

/** Derives a separate key for each purpose, so that a value created for one is never accepted for another. */
export function deriveKey(authKey: string, purpose: string): Buffer {
  return createHmac('sha256', Buffer.from(authKey, 'base64url')).update(purpose).digest()
}
