/** Checks the secret in the first path segment of requests to the embedded chain and the embedded mailbox. */
import { createHash, timingSafeEqual } from 'node:crypto'

/** Returns what follows `/<secret>` in the path, or undefined if its first segment is not the secret. */
export function pathAfterSecret(path, secret) {
  const [, segment = '', rest] = /^\/([^/?]*)(.*)$/.exec(path) ?? []
  return timingSafeEqual(sha256(segment), sha256(secret)) ? rest : undefined
}

function sha256(text) {
  return createHash('sha256').update(text).digest()
}
