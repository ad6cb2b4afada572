import { createHash } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { streamFrom } from '../testing/stream-from.ts'
import { CHUNK_BYTES, fingerprintStream, type Source } from './fingerprint-stream.ts'
import { makeHasher, makeJsHasher } from './hasher.ts'

// FIPS 180-4, "abc" and the empty message.
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

test.each([
  ['abc', ABC],
  ['', EMPTY],
])('both engines compute the fingerprint of %p given in the standard', async (text, expected) => {
  const source = new Blob([text])
  expect(await fingerprintStream(source, { hasher: await makeHasher() })).toBe(expected)
  expect(await fingerprintStream(source, { hasher: makeJsHasher() })).toBe(expected)
})

test.each([CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES + 17])(
  'reads a file of %d bytes to the last byte',
  async (length) => {
    const bytes = testBytes(length)
    const expected = createHash('sha256').update(bytes).digest('hex')
    const done: number[] = []
    const onProgress = (doneBytes: number) => done.push(doneBytes)
    const hasher = await makeHasher()
    expect(await fingerprintStream(new Blob([bytes]), { hasher, onProgress })).toBe(expected)
    expect(done.at(-1)).toBe(length)
  },
)

test('reads a stream that provides its own chunks', async () => {
  const source: Source = {
    stream: () => streamFrom([testBytes(5), testBytes(7)]) as ReadableStream,
  }
  const expected = createHash('sha256').update(testBytes(5)).update(testBytes(7)).digest('hex')
  expect(await fingerprintStream(source, { hasher: await makeHasher() })).toBe(expected)
})

test('reads every chunk into a buffer of the same size', async () => {
  const buffers: ArrayBufferLike[] = []
  const { source, bufferSizes } = byteSource(40)
  const jsHasher = makeJsHasher()
  const hasher = {
    ...jsHasher,
    update: (chunk: Uint8Array) => {
      buffers.push(chunk.buffer)
      jsHasher.update(chunk)
    },
  }
  await fingerprintStream(source, { hasher })
  expect(buffers).toHaveLength(40)
  expect(new Set(bufferSizes).size).toBe(1)
  expect(bufferSizes[0]).toBe(CHUNK_BYTES)
})

test('stops reading when cancelled', async () => {
  const controller = new AbortController()
  const { source, bufferSizes } = byteSource(1000)
  const reason = new Error('cancelled')
  const onProgress = (doneBytes: number) => doneBytes >= 3 && controller.abort(reason)
  const { signal } = controller
  const reading = fingerprintStream(source, { hasher: makeJsHasher(), onProgress, signal })
  await expect(reading).rejects.toBe(reason)
  expect(bufferSizes.length).toBeLessThan(10)
})

test('rejects with the file’s read error', async () => {
  const error = new DOMException('gone', 'NotReadableError')
  const source: Source = {
    stream: () =>
      new ReadableStream({ type: 'bytes', pull: (controller) => controller.error(error) }),
  }
  await expect(fingerprintStream(source, { hasher: makeJsHasher() })).rejects.toBe(error)
})

/** Returns one byte per read, and records the size of each buffer it receives. */
function byteSource(count: number): { source: Source; bufferSizes: number[] } {
  const bufferSizes: number[] = []
  let sentCount = 0
  const stream = () =>
    new ReadableStream({
      type: 'bytes',
      pull(controller) {
        const request = controller.byobRequest
        const view = request?.view as Uint8Array
        if (sentCount === count) {
          controller.close()
          request?.respond(0)
          return
        }
        sentCount += 1
        bufferSizes.push(view.byteLength)
        view[0] = sentCount % 256
        request?.respond(1)
      },
    })
  return { source: { stream }, bufferSizes }
}

function testBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  for (let index = 0; index < length; index += 1) bytes[index] = (index * 31 + (index >> 8)) & 255
  return bytes
}
