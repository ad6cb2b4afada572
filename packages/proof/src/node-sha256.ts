/** SHA-256 by Node's OpenSSL, for functions that accept a {@link Sha256}. Node only. */
import { nodeCrypto } from './node-crypto.ts'
import type { Sha256 } from './sha256.ts'

/**
 * The one-shot call with string output is four times faster than a Hash object, and twice as fast
 * as the same call with Buffer output: allocating the Buffer costs more than hashing a tree node.
 */
export const nodeSha256: Sha256 = (data) => {
  const text = nodeCrypto.hash('sha256', data, 'binary')
  const bytes = new Uint8Array(32)
  for (let i = 0; i < 32; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}
