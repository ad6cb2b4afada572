/** Reads JPEG files (ITU-T T.81, annex B), and removes what is not needed to show them. */
import { latin1 } from './picture-type.ts'

/** How a picture is turned when it is shown: 1 to 8, as in Exif 2.32, 4.6.4; 1 is as stored. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export type Jpeg = {
  /** In pixels, as stored: before `orientation` is applied. */
  width: number
  height: number
  orientation: Orientation
  isGray: boolean
  /** Whether PDF readers can decode it (ISO 32000-2, 7.4.8): others are arithmetic-coded, have 12 bits, or four colors. */
  isEmbeddable: boolean
  /** The file without metadata. */
  bytes: Uint8Array<ArrayBuffer>
}

const [SOI, EOI, SOS] = [0xd8, 0xd9, 0xda]
const [FIRST_APPLICATION_DATA, EXIF, ADOBE] = [0xe0, 0xe1, 0xee]
const ADOBE_BYTES = 12

/**
 * Returns null if the file is damaged, or ends before the picture does.
 *
 * Only the segments that decoders need are kept. Metadata would travel in the PDF to everyone who signs: the place where a
 * photo was taken, the camera's serial number, comments, a preview of the picture before it was cropped. Cameras append
 * videos and depth maps to the picture, which are cut off.
 */
export function readJpeg(file: Uint8Array): Jpeg | null {
  const segments = splitSegments(file)
  const [frame, second] = segments?.filter(({ marker }) => isFrame(marker)) ?? []
  if (!segments || !frame || second) return null
  const [width, height] = [uint16(frame.content, 3), uint16(frame.content, 1)]
  if (width === 0 || height === 0) return null
  const [precision, colors] = [frame.content[0], frame.content[5]]
  const exif = segments.find(isExif)
  return {
    width,
    height,
    orientation: exif ? readOrientation(exif.content.subarray(EXIF_NAME_BYTES)) : 1,
    isGray: colors === 1,
    isEmbeddable: frame.marker <= 0xc2 && precision === 8 && (colors === 1 || colors === 3),
    bytes: concat([file.subarray(0, 2), ...segments.filter(isNeeded).map(({ bytes }) => bytes)]),
  }
}

/** `bytes`: all of it, with the compressed data that follows. `content`: what comes after the length. */
type Segment = { marker: number; bytes: Uint8Array; content: Uint8Array }

/** Returns what is between the start and the end of the picture, the latter included; null if it is damaged. */
function splitSegments(file: Uint8Array): Segment[] | null {
  const segments: Segment[] = []
  let at = 2
  while (file[at] === 0xff) {
    if (file[at + 1] === 0xff) {
      at += 1
      continue
    }
    const marker = file[at + 1] ?? 0
    if (marker === EOI) {
      const bytes = file.subarray(at, at + 2)
      return [...segments, { marker, bytes, content: bytes.subarray(2) }]
    }
    const contentEnd = at + 2 + uint16(file, at + 2)
    if (marker < 0xc0 || marker === SOI || contentEnd < at + 4) return null
    const end = marker === SOS ? endOfScan(file, contentEnd) : contentEnd
    const [content, bytes] = [file.subarray(at + 4, contentEnd), file.subarray(at, end)]
    segments.push({ marker, bytes, content })
    at = end
  }
  return null
}

/** Compressed data continues up to a marker. In the data, 0xFF is followed by 0, or by the number of a restart. */
function endOfScan(file: Uint8Array, start: number): number {
  let at = file.indexOf(0xff, start)
  while (at >= 0) {
    const next = file[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next & 0xf8) !== 0xd0) return at
    at = file.indexOf(0xff, at + (next === 0xff ? 1 : 2))
  }
  return file.length
}

/** SOF0 to SOF15: three numbers of this range are other segments. */
function isFrame(marker: number): boolean {
  return (marker & 0xf0) === 0xc0 && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** All segments except application data and comments. Of these, Adobe's says how the colors are stored. */
function isNeeded({ marker, content }: Segment): boolean {
  if (marker === ADOBE) {
    return content.length === ADOBE_BYTES && latin1(content.subarray(0, 5)) === 'Adobe'
  }
  return marker < FIRST_APPLICATION_DATA
}

/** The name and two zeros. */
const EXIF_NAME_BYTES = 6

function isExif({ marker, content }: Segment): boolean {
  return marker === EXIF && latin1(content.subarray(0, 4)) === 'Exif'
}

const ORIENTATION_TAG = 0x0112

/** Exif data is a TIFF file (Exif 2.32, 4.5). */
function readOrientation(tiff: Uint8Array): Orientation {
  const isLittleEndian = tiff[0] === 0x49
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  try {
    const directory = view.getUint32(4, isLittleEndian)
    const entries = view.getUint16(directory, isLittleEndian)
    for (let index = 0; index < entries; index += 1) {
      const at = directory + 2 + index * 12
      if (view.getUint16(at, isLittleEndian) !== ORIENTATION_TAG) continue
      const value = view.getUint16(at + 8, isLittleEndian)
      return value >= 1 && value <= 8 ? (value as Orientation) : 1
    }
  } catch (error) {
    // Damaged metadata says nothing about the picture.
    if (!(error instanceof RangeError)) throw error
  }
  return 1
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
