/** Age files (https://age-encryption.org/v1) for one recipient, encrypted and decrypted as streams. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import { unreadable } from './unreadable.ts'

/** Processing so many bytes takes about 4 ms. */
const BYTES_PER_YIELD = 256 * 1024

/**
 * Encrypts a stream for the recipient of an age identity.
 *
 * @param identity `AGE-SECRET-KEY-1…`
 */
export async function* encryptAge(
  identity: string,
  plaintext: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(identity))
  yield* await encrypter.encrypt(toStream(yieldRegularly(plaintext)))
}

/**
 * Decrypts a stream. Bytes are authenticated before they are yielded; that the file is complete is known only at the end.
 *
 * @throws AppError FILE_UNREADABLE if the file is not for this identity, or damaged; otherwise what `file` throws
 */
export async function* decryptAge(
  identity: string,
  file: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  let sourceError: unknown
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      yield* yieldRegularly(file)
    } catch (error) {
      sourceError = error
      throw error
    }
  }
  try {
    yield* await decrypter.decrypt(toStream(source()))
  } catch (error) {
    throw sourceError ?? unreadable('it is not for the key of its row, or damaged', error)
  }
}

/** Yields to the event loop regularly, even if the source never waits. */
async function* yieldRegularly(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let untilYield = BYTES_PER_YIELD
  for await (const bytes of source) {
    for (let start = 0; start < bytes.length; start += BYTES_PER_YIELD) {
      const part = bytes.subarray(start, start + BYTES_PER_YIELD)
      untilYield -= part.length
      if (untilYield <= 0) {
        untilYield = BYTES_PER_YIELD
        await yieldToEventLoop()
      }
      yield part
    }
  }
}

/** Reads the source only as far as the stream is read, and ends it if the stream is cancelled. */
function toStream(source: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await source.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await source.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
