import { PassThrough } from 'node:stream'
import { expect, test } from '@jest/globals'
import { BadFrame, type Frame, readFrames, writeFrame } from './frames.ts'

async function framesIn(chunks: Uint8Array[]): Promise<Frame[]> {
  const stream = new PassThrough()
  for (const chunk of chunks) stream.write(chunk)
  stream.end()
  const frames: Frame[] = []
  for await (const frame of readFrames(stream)) frames.push(frame)
  return frames
}

function frameOf(message: object, bytes?: Uint8Array): Buffer {
  const stream = new PassThrough()
  writeFrame(stream, message, bytes)
  return stream.read() as Buffer
}

function lengths(json: number, bytes: number): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(json, 0)
  header.writeUInt32BE(bytes, 4)
  return header
}

test('frames are read however they were divided', async () => {
  const bytes = Buffer.concat([frameOf({ a: 'ü' }, Uint8Array.of(1, 2, 3)), frameOf({ b: 2 })])
  for (const size of [1, 7, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    const [first, second, ...others] = await framesIn(chunks)
    expect([first?.message, second?.message, others]).toEqual([{ a: 'ü' }, { b: 2 }, []])
    expect([...(first?.bytes ?? [])]).toEqual([1, 2, 3])
  }
})

test.each([
  ['JSON', lengths(2 ** 25, 0)],
  ['bytes', lengths(2, 2 ** 28)],
])('a frame with too much %s is refused before its content is read', async (_, header) => {
  await expect(framesIn([header])).rejects.toBeInstanceOf(BadFrame)
})

test('text that is no JSON is refused', async () => {
  await expect(framesIn([lengths(1, 0), Buffer.from('{')])).rejects.toBeInstanceOf(BadFrame)
})

test('an incomplete frame at the end is ignored', async () => {
  expect(await framesIn([frameOf({ a: 1 }).subarray(0, -1)])).toEqual([])
})
