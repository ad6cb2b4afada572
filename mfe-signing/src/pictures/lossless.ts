/** Compresses the pixels of a canvas without loss, as an image of a PDF file. */
import type { PdfImage } from './write-pdf.ts'

/** Rows that are read at once: all of them would need the memory of the picture a second time. */
const ROWS_AT_ONCE = 256
/** PNG (W3C), 9.2: each byte is stored as its difference from the one above. */
const FILTER_UP = 2

/** The canvas must be opaque. */
export async function compressPixels(
  context: OffscreenCanvasRenderingContext2D,
): Promise<PdfImage> {
  const { width, height } = context.canvas
  const isGray = isGrayOnly(context)
  const compression = new CompressionStream('deflate')
  const [data] = await Promise.all([
    new Response(compression.readable).blob(),
    writeRows(context, isGray, compression.writable),
  ])
  return { width, height, orientation: 1, isGray, encoding: 'png-rows', data }
}

async function writeRows(
  context: OffscreenCanvasRenderingContext2D,
  isGray: boolean,
  target: WritableStream<BufferSource>,
): Promise<void> {
  const writer = target.getWriter()
  const colors = isGray ? 1 : 3
  let above = new Uint8Array(context.canvas.width * colors)
  for (const { data, width, height } of strips(context)) {
    const rows = new Uint8Array(height * (1 + width * colors))
    for (let y = 0; y < height; y += 1) {
      const row = colorsOf(data.subarray(y * width * 4, (y + 1) * width * 4), colors)
      const start = y * (1 + row.length)
      rows[start] = FILTER_UP
      for (let at = 0; at < row.length; at += 1) {
        rows[start + 1 + at] = (row[at] ?? 0) - (above[at] ?? 0)
      }
      above = row
    }
    await writer.write(rows)
  }
  await writer.close()
}

/** The first colors of each pixel, which has four. */
function colorsOf(pixels: Uint8ClampedArray, colors: number): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array((pixels.length / 4) * colors)
  for (let from = 0, to = 0; from < pixels.length; from += 4) {
    for (let color = 0; color < colors; color += 1, to += 1) row[to] = pixels[from + color] ?? 0
  }
  return row
}

function isGrayOnly(context: OffscreenCanvasRenderingContext2D): boolean {
  for (const { data } of strips(context)) {
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false
    }
  }
  return true
}

function* strips(context: OffscreenCanvasRenderingContext2D): Generator<ImageData> {
  const { width, height } = context.canvas
  for (let y = 0; y < height; y += ROWS_AT_ONCE) {
    yield context.getImageData(0, y, width, Math.min(ROWS_AT_ONCE, height - y))
  }
}
