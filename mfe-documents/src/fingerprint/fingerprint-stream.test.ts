import { createHash } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { streamOf } from '../testing/stream-of.ts'
import { fingerprintStream, PIECE_BYTES, type Source } from './fingerprint-stream.ts'
import { makeHasher, scriptHasher } from './hasher.ts'

// FIPS 180-4, "abc" and the empty message.
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

test.each([
  ['abc', ABC],
  ['', EMPTY],
])('both engines give the standard’s fingerprint of %p', async (text, expected) => {
  const source = new Blob([text])
  expect(await fingerprintStream(source, { hasher: await makeHasher() })).toBe(expected)
  expect(await fingerprintStream(source, { hasher: scriptHasher() })).toBe(expected)
})

test.each([PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES + 17])(
  'reads a file of %d bytes to its last byte',
  async (length) => {
    const bytes = noise(length)
    const expected = createHash('sha256').update(bytes).digest('hex')
    const done: number[] = []
    const onProgress = (doneBytes: number) => done.push(doneBytes)
    const hasher = await makeHasher()
    expect(await fingerprintStream(new Blob([bytes]), { hasher, onProgress })).toBe(expected)
    expect(done.at(-1)).toBe(length)
  },
)

test('works with a stream that provides its own chunks', async () => {
  const source: Source = {
    stream: () => streamOf([noise(5), noise(7)]) as ReadableStream,
  }
  const expected = createHash('sha256').update(noise(5)).update(noise(7)).digest('hex')
  expect(await fingerprintStream(source, { hasher: await makeHasher() })).toBe(expected)
})

test('reuses its two buffers for files of any length', async () => {
  const buffers: ArrayBufferLike[] = []
  const { source, asked } = byteSource(40)
  const script = scriptHasher()
  const hasher = {
    ...script,
    update: (piece: Uint8Array) => {
      buffers.push(piece.buffer)
      script.update(piece)
    },
  }
  await fingerprintStream(source, { hasher })
  expect(buffers).toHaveLength(40)
  expect(new Set(asked).size).toBe(1)
  expect(asked[0]).toBe(PIECE_BYTES)
})

test('stops reading when cancelled', async () => {
  const controller = new AbortController()
  const { source, asked } = byteSource(1000)
  const reason = new Error('cancelled')
  const onProgress = (doneBytes: number) => doneBytes >= 3 && controller.abort(reason)
  const { signal } = controller
  const reading = fingerprintStream(source, { hasher: scriptHasher(), onProgress, signal })
  await expect(reading).rejects.toBe(reason)
  expect(asked.length).toBeLessThan(10)
})

test('passes on the file’s read error', async () => {
  const refusal = new DOMException('gone', 'NotReadableError')
  const source: Source = {
    stream: () =>
      new ReadableStream({ type: 'bytes', pull: (controller) => controller.error(refusal) }),
  }
  await expect(fingerprintStream(source, { hasher: scriptHasher() })).rejects.toBe(refusal)
})

/** Gives one byte a read, and remembers how large the buffers were that it was given. */
function byteSource(pieces: number): { source: Source; asked: number[] } {
  const asked: number[] = []
  let given = 0
  const stream = () =>
    new ReadableStream({
      type: 'bytes',
      pull(controller) {
        const request = controller.byobRequest
        const view = request?.view as Uint8Array
        if (given === pieces) {
          controller.close()
          request?.respond(0)
          return
        }
        given += 1
        asked.push(view.byteLength)
        view[0] = given % 256
        request?.respond(1)
      },
    })
  return { source: { stream }, asked }
}

function noise(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  for (let index = 0; index < length; index += 1) bytes[index] = (index * 31 + (index >> 8)) & 255
  return bytes
}
