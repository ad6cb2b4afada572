/**
 * What the header of a picture says, read before anything is decoded: a file of a few kilobytes can declare a picture that
 * would use up the device's memory.
 */
import { latin1, type PictureType } from './picture-type.ts'

/** In pixels, before any rotation. `isAnimated`: it has more than one frame. */
export type PictureHeader = { width: number; height: number; isAnimated: boolean }

/** Returns null if the header is damaged. JPEG files are read by `jpeg.ts`. */
export function readHeader(
  bytes: Uint8Array,
  type: Exclude<PictureType, 'jpeg'>,
): PictureHeader | null {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const header = READERS[type](view, bytes)
    return header.width > 0 && header.height > 0 ? header : null
  } catch (error) {
    // The header ends too early.
    if (error instanceof RangeError) return null
    throw error
  }
}

type Reader = (view: DataView, bytes: Uint8Array) => PictureHeader

const READERS: Readonly<Record<Exclude<PictureType, 'jpeg'>, Reader>> = {
  png: readPng,
  gif: readGif,
  webp: readWebp,
  bmp: readBmp,
  avif: readHeif,
  heic: readHeif,
}

/** PNG (W3C), 5.3 and 11.2.1. The chunk `acTL`, which comes before the pixels, says that the picture is animated. */
function readPng(view: DataView, bytes: Uint8Array): PictureHeader {
  let isAnimated = false
  for (let at = 8, type = ''; type !== 'IDAT'; at += 12 + view.getUint32(at)) {
    type = textAt(bytes, at + 4)
    isAnimated ||= type === 'acTL'
  }
  return { width: view.getUint32(16), height: view.getUint32(20), isAnimated }
}

const GIF_EXTENSION = 0x21
const GIF_FRAME = 0x2c

/** GIF89a, 17 to 23: blocks, of which frames begin with their place and can have a color table. */
function readGif(view: DataView): PictureHeader {
  let at = 13 + colorTableBytes(view.getUint8(10))
  let frames = 0
  for (let block = view.getUint8(at); frames < 2; block = view.getUint8(at)) {
    if (block === GIF_FRAME) {
      frames += 1
      at = skipSubBlocks(view, at + 11 + colorTableBytes(view.getUint8(at + 9)))
    } else if (block === GIF_EXTENSION) at = skipSubBlocks(view, at + 2)
    else break
  }
  return {
    width: view.getUint16(6, true),
    height: view.getUint16(8, true),
    isAnimated: frames > 1,
  }
}

function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function skipSubBlocks(view: DataView, start: number): number {
  let at = start
  while (view.getUint8(at) > 0) at += view.getUint8(at) + 1
  return at + 1
}

/** RFC 9649, 2.4 to 2.7. */
function readWebp(view: DataView, bytes: Uint8Array): PictureHeader {
  const chunk = textAt(bytes, 12)
  if (chunk === 'VP8X') {
    const [width, height] = [24, 27].map((at) => (view.getUint32(at - 1, true) >>> 8) + 1)
    return { width: width ?? 0, height: height ?? 0, isAnimated: (view.getUint8(20) & 2) !== 0 }
  }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, isAnimated: false }
  }
  const [width, height] = [26, 28].map((at) => view.getUint16(at, true) & 0x3fff)
  return { width: width ?? 0, height: height ?? 0, isAnimated: false }
}

const OLD_BMP_HEADER = 12

/** The height is negative if the rows begin at the top. */
function readBmp(view: DataView): PictureHeader {
  const isOld = view.getUint32(14, true) === OLD_BMP_HEADER
  const [width, height] = isOld
    ? [view.getUint16(18, true), view.getUint16(20, true)]
    : [view.getInt32(18, true), view.getInt32(22, true)]
  return { width: Math.abs(width), height: Math.abs(height), isAnimated: false }
}

/** The boxes that describe the items come first. */
const HEIF_HEADER_BYTES = 100_000

/** ISO/IEC 23008-12, 6.5.3: each item has its size in a box `ispe`; the largest is that of the picture, the others of its tiles. */
function readHeif(view: DataView, bytes: Uint8Array): PictureHeader {
  const header = { width: 0, height: 0, isAnimated: /avis|hevc|msf1/.test(textAt(bytes, 8)) }
  const end = Math.min(bytes.length - 16, HEIF_HEADER_BYTES)
  for (let at = 0; at < end; at += 1) {
    if (bytes[at] !== 0x69 || textAt(bytes, at) !== 'ispe') continue
    const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)]
    if (width * height > header.width * header.height) Object.assign(header, { width, height })
  }
  return header
}

function textAt(bytes: Uint8Array, at: number): string {
  if (at + 4 > bytes.length) throw new RangeError('header ends too early')
  return latin1(bytes.subarray(at, at + 4))
}
