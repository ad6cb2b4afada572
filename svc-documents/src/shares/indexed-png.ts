import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

/** `pixels` has four bytes for each pixel: red, green, blue and alpha, which is ignored. */
export type Image = { width: number; height: number; pixels: Buffer }

export type Rgb = readonly [red: number, green: number, blue: number]

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const MAX_COLORS = 16
const BITS_PER_PIXEL = 4
const COLOR_TYPE_INDEXED = 3

const compress = promisify(deflate)

/**
 * Encodes an image as PNG (W3C PNG, third edition) with 4 bits for each pixel: the index of the color of the palette that
 * is nearest to it. For a drawing in few colors, the file is about a quarter of the size of one with full colors.
 *
 * @throws Error if the palette has more than 16 colors.
 */
export async function encodeIndexedPng(image: Image, palette: readonly Rgb[]): Promise<Buffer> {
  if (palette.length > MAX_COLORS) throw new Error(`the palette has ${palette.length} colors`)
  const rows = await compress(indexRows(image, palette), { level: 9 })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(image)),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function header({ width, height }: Image): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([BITS_PER_PIXEL, COLOR_TYPE_INDEXED], 8)
  return data
}

/** Returns the rows of indices, each after the byte for "no filter". The left one of two pixels is in the high bits. */
function indexRows({ width, height, pixels }: Image, palette: readonly Rgb[]): Buffer {
  const rowBytes = 1 + Math.ceil(width / 2)
  const rows = Buffer.alloc(rowBytes * height)
  const nearest = nearestColors(palette)
  let [previous, index] = [-1, 0]
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const color = pixels.readUIntBE(4 * pixel, 3)
    // Most pixels have the color of the one before.
    if (color !== previous) index = nearest(color)
    previous = color
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const at = y * rowBytes + 1 + (x >> 1)
    rows[at] = (rows[at] ?? 0) | (x % 2 === 0 ? index << BITS_PER_PIXEL : index)
  }
  return rows
}

/** Returns a function that finds the index of the color nearest to an RGB value; it remembers its results. */
function nearestColors(palette: readonly Rgb[]): (color: number) => number {
  const known = new Map<number, number>()
  return (color) => {
    const index = known.get(color) ?? indexOfNearest(palette, color)
    known.set(color, index)
    return index
  }
}

function indexOfNearest(palette: readonly Rgb[], color: number): number {
  const [red, green, blue] = [color >> 16, (color >> 8) & 255, color & 255]
  const distances = palette.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2)
  return distances.indexOf(Math.min(...distances))
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}
