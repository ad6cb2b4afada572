/** The bytes of pictures, as far as their headers are read. */

const ascii = (text: string) => [...text].map((char) => char.charCodeAt(0))
const big = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => (value >>> (8 * (bytes - 1 - index))) & 0xff)
const little = (value: number, bytes: number) => big(value, bytes).reverse()

/** A segment of a JPEG file. */
export function segment(marker: number, content: readonly number[] | string): number[] {
  const bytes = typeof content === 'string' ? ascii(content) : content
  return [0xff, marker, ...big(bytes.length + 2, 2), ...bytes]
}

type JpegOptions = {
  width?: number
  height?: number
  /** Of the frame: 0xc0 is baseline. */
  marker?: number
  colors?: number
  /** Segments before the frame. */
  before?: readonly number[]
  /** What follows the end of the picture. */
  after?: string
}

/** A JPEG file whose compressed data no decoder accepts. */
export function sampleJpeg(options: JpegOptions = {}): Uint8Array<ArrayBuffer> {
  const { width = 400, height = 300, marker = 0xc0, colors = 3, before = [], after = '' } = options
  const frame = [8, ...big(height, 2), ...big(width, 2), colors]
  return new Uint8Array([
    ...[0xff, 0xd8, ...before],
    ...segment(marker, frame),
    ...segment(0xda, [colors]),
    ...[1, 2, 0xff, 0, 3, 0xff, 0xd0, 4, 0xff, 0xff, 0xd9],
    ...ascii(after),
  ])
}

/** An Exif segment with the place where the photo was taken. */
export function exif(orientation: number, isLittleEndian = false): number[] {
  const number = isLittleEndian ? little : big
  const entry = [...number(0x0112, 2), ...number(3, 2), ...number(1, 4), ...number(orientation, 2)]
  return segment(0xe1, [
    ...ascii('Exif\0\0'),
    ...(isLittleEndian ? ascii('II') : ascii('MM')),
    ...number(42, 2),
    ...number(8, 4),
    ...number(1, 2),
    ...entry,
    ...number(0, 6),
    ...ascii('GPS 47.37 N'),
  ])
}

function pngChunk(type: string, content: readonly number[]): number[] {
  return [...big(content.length, 4), ...ascii(type), ...content, 0, 0, 0, 0]
}

export function pngHeader(width: number, height: number, isAnimated = false): Uint8Array {
  return new Uint8Array([
    ...[0x89, ...ascii('PNG\r\n\x1a\n')],
    ...pngChunk('IHDR', [...big(width, 4), ...big(height, 4), 8, 2, 0, 0, 0]),
    ...(isAnimated ? pngChunk('acTL', big(2, 8)) : []),
    ...pngChunk('IDAT', []),
  ])
}

export function gifHeader(width: number, height: number, frames: number): Uint8Array {
  const comment = [0x21, 0xfe, 2, 65, 66, 0]
  const frame = [0x2c, ...little(0, 8), 0x80, ...little(0, 6), 2, 1, 0, 0]
  return new Uint8Array([
    ...ascii('GIF89a'),
    ...[...little(width, 2), ...little(height, 2), 0x80, 0, 0, ...little(0, 6)],
    ...comment,
    ...Array.from({ length: frames }, () => frame).flat(),
    0x3b,
  ])
}

const WEBP_CONTENT = {
  'VP8 ': (width: number, height: number) => [
    0,
    0,
    0,
    0x9d,
    1,
    0x2a,
    ...little(width, 2),
    ...little(height, 2),
  ],
  VP8L: (width: number, height: number) => [0x2f, ...little((width - 1) | ((height - 1) << 14), 4)],
  VP8X: (width: number, height: number) => [
    0,
    0,
    0,
    0,
    ...little(width - 1, 3),
    ...little(height - 1, 3),
  ],
}

export function webpHeader(
  chunk: keyof typeof WEBP_CONTENT,
  width: number,
  height: number,
  isAnimated = false,
): Uint8Array {
  const content = WEBP_CONTENT[chunk](width, height)
  if (isAnimated) content[0] = 2
  return new Uint8Array([
    ...ascii('RIFF'),
    ...[0, 0, 0, 0],
    ...ascii(`WEBP${chunk}`),
    ...little(content.length, 4),
    ...content,
  ])
}

export function bmpHeader(width: number, height: number): Uint8Array {
  const sizes = [...little(40, 4), ...little(width, 4), ...little(height, 4)]
  return new Uint8Array([...ascii('BM'), ...little(0, 12), ...sizes])
}

/** `brands`: the main one first. */
export function heifHeader(brands: readonly string[], sizes: [number, number][]): Uint8Array {
  const names = [brands[0], '\0\0\0\0', ...brands.slice(1)].join('')
  return new Uint8Array([
    ...big(8 + names.length, 4),
    ...ascii(`ftyp${names}`),
    ...sizes.flatMap(([width, height]) => [
      ...big(20, 4),
      ...ascii('ispe'),
      ...big(0, 4),
      ...big(width, 4),
      ...big(height, 4),
    ]),
    ...big(0, 16),
  ])
}
