/** Reads the size of an image from its header, before anything is decompressed. */
import { constants, inflateSync } from 'node:zlib'
import { SigningError } from '../errors.ts'

export type ImageSize = { width: number; height: number }

const MAX_BYTES = 2 * 2 ** 20
/** A pad of 2,000 × 1,000 pixels has a half of this. */
const MAX_PIXELS = 4_000_000
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Start of frame: baseline, extended sequential and progressive DCT (ISO/IEC 10918-1, table B.1). */
const JPEG_FRAMES = new Set([0xc0, 0xc1, 0xc2])

/**
 * The size of a PNG or JPEG image in pixels.
 *
 * @throws SigningError `unreadable-image`, also above 2 MB or 4 million pixels
 */
export function imageSize(bytes: Uint8Array): ImageSize {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const size = buffer.subarray(0, 8).equals(PNG_SIGNATURE) ? pngSize(buffer) : jpegSize(buffer)
  const pixels = size ? size.width * size.height : 0
  if (!size || bytes.length > MAX_BYTES || pixels === 0 || pixels > MAX_PIXELS)
    throw new SigningError('unreadable-image')
  return size
}

/** Width and height of the IHDR chunk, if the data decompress to no more than such an image needs. */
function pngSize(buffer: Buffer): ImageSize | undefined {
  if (buffer.length < 33 || buffer.toString('latin1', 12, 16) !== 'IHDR') return undefined
  const size = { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) }
  // At most 4 channels of 16 bits, and a filter byte for each row.
  const limit = size.width * size.height * 8 + size.height * 8 + 1024
  if (size.width * size.height > MAX_PIXELS) return undefined
  return isWithin(imageData(buffer), limit) ? size : undefined
}

function imageData(buffer: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at + 12 <= buffer.length; ) {
    const length = buffer.readUInt32BE(at)
    if (buffer.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(buffer.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return Buffer.concat(parts)
}

function isWithin(data: Buffer, limit: number): boolean {
  try {
    inflateSync(data, { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH })
    return true
  } catch {
    return false
  }
}

/** Width and height of the frame header. */
function jpegSize(buffer: Buffer): ImageSize | undefined {
  if (buffer.length < 4 || buffer.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 < buffer.length && buffer[at] === 0xff) {
    const marker = buffer[at + 1] as number
    if (marker === 0xff) at++
    else if (JPEG_FRAMES.has(marker))
      return { height: buffer.readUInt16BE(at + 5), width: buffer.readUInt16BE(at + 7) }
    else at += 2 + buffer.readUInt16BE(at + 2)
  }
  return undefined
}
