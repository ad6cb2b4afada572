import { createHash } from 'node:crypto'
import { AppError } from '@inkproof/service-kit/app-error'
import { generateX25519Identity } from 'age-encryption'
import { encryptAge } from './age-file.ts'

const PART_BYTES = 64 * 1024

/** The bytes of a file, at once or as a stream, such as the body of a request. */
export type FileSource = Uint8Array | AsyncIterable<Uint8Array>

export type EncryptedFile = {
  /** The file's key: an age identity. */
  identity: string
  /** An age file. */
  chunks: Uint8Array[]
  /** Of the plaintext, in bytes. */
  size: number
  /** Of the plaintext, as hex. */
  sha256: string
}

/**
 * Encrypts a file under a new key, in memory.
 *
 * A stream is destroyed if reading ends early; Node.js keeps the connection of a request, so that it can be answered.
 *
 * @throws AppError TOO_LARGE as soon as the source has more than `maxBytes`, and whatever the source throws
 */
export async function encryptFile(source: FileSource, maxBytes: number): Promise<EncryptedFile> {
  const hash = createHash('sha256')
  let size = 0
  async function* measure(): AsyncGenerator<Uint8Array> {
    for await (const bytes of source instanceof Uint8Array ? [source] : source) {
      size += bytes.length
      if (size > maxBytes) throw new AppError('TOO_LARGE', { maxBytes })
      // In parts so small that hashing one does not delay other requests.
      for (let start = 0; start < bytes.length; start += PART_BYTES) {
        const part = bytes.subarray(start, start + PART_BYTES)
        hash.update(part)
        yield part
      }
    }
  }
  const identity = await generateX25519Identity()
  const chunks: Uint8Array[] = []
  for await (const chunk of encryptAge(identity, measure())) chunks.push(chunk)
  return { identity, chunks, size, sha256: hash.digest('hex') }
}
