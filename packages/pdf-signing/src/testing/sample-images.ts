/** Images for tests. */
import { deflateSync } from 'node:zlib'

/** A PNG of one colour with transparency (RGBA). `data` replaces the compressed pixels. */
export function samplePng(width: number, height: number, data?: Buffer): Uint8Array {
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 4, 0x80)])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const pixels = data ?? deflateSync(Buffer.concat(Array(Math.min(height, 4096)).fill(row)))
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return new Uint8Array(Buffer.concat([signature, ...parts]))
}

/** The headers of a grey JPEG without data, which suffice to embed it. */
export function sampleJpeg(width: number, height: number): Uint8Array {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const comment = Buffer.from([0xff, 0xfe, 0, 4, 0x41, 0x42])
  return new Uint8Array(
    Buffer.concat([Buffer.of(0xff, 0xd8), comment, frame, Buffer.of(0xff, 0xd9)]),
  )
}

/** Checksums are zero: neither viewers nor the library check them. */
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
}
