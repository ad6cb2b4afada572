import { createHash } from 'node:crypto'
import { decryptAge } from './age-file.ts'
import { unreadable } from './unreadable.ts'

/** What the plaintext must be: its size in bytes and its SHA-256 as hex. */
export type ExpectedContent = { size: number; sha256: string }

/**
 * Decrypts a file as a stream. The last chunk is yielded only after size and SHA-256 were compared, so that a reader never
 * receives a complete file of another content.
 *
 * @param identity the file's key
 * @throws AppError FILE_UNREADABLE if the bytes are not those of the file; before that, authenticated bytes were yielded
 */
export async function* decryptFile(
  identity: string,
  encrypted: AsyncIterable<Uint8Array>,
  expected: ExpectedContent,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let size = 0
  let last: Uint8Array | undefined
  for await (const bytes of decryptAge(identity, encrypted)) {
    if (last) yield last
    hash.update(bytes)
    size += bytes.length
    if (size > expected.size) throw unreadable(`it has more than ${expected.size} bytes`)
    last = bytes
  }
  if (size < expected.size) throw unreadable(`it has ${size} bytes instead of ${expected.size}`)
  if (hash.digest('hex') !== expected.sha256) throw unreadable('its SHA-256 differs')
  if (last) yield last
}
