/** Converts one picture to an image of a PDF file. Runs in a worker. */
import { readJpeg } from './jpeg.ts'
import { compressPixels } from './lossless.ts'
import { readHeader } from './picture-header.ts'
import { type PictureProblem, UnusablePictures } from './picture-problem.ts'
import { type PictureType, pictureTypeOf } from './picture-type.ts'
import type { PdfImage } from './write-pdf.ts'

/** 48 megapixels, the most of common phones, need 200 MB of memory once decoded. */
const MAX_PIXELS = 50_000_000

/** Formats without loss, which stay so. The pixels of the others are compressed anew, or they would be ten times as large. */
const LOSSLESS: ReadonlySet<PictureType> = new Set(['png', 'gif', 'bmp'])

/** Nearly without visible loss. */
const FINE = { quality: 0.92, longestSide: Number.POSITIVE_INFINITY }
/** For a page of A4: 300 dots per inch, the usual resolution of scanners, and 200, that of a fine fax. */
const REDUCED = [
  { quality: 0.85, longestSide: 3508 },
  { quality: 0.7, longestSide: 2339 },
]

export type Converted = {
  image: PdfImage
  /** Whether it has less detail than the picture. */
  isReduced: boolean
}

/**
 * JPEG files are used as they are, without their metadata; other pictures are decoded and put on white. A result above
 * `maxBytes` is reduced to the resolution of a scan, and is above it only if that does not suffice.
 *
 * @throws UnusablePictures
 */
export async function convertPicture(file: File, maxBytes: number): Promise<Converted> {
  const fail = (problem: PictureProblem) => new UnusablePictures(problem, file.name)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = pictureTypeOf(bytes)
  if (type === null) throw fail('unreadable')
  const jpeg = type === 'jpeg' ? readJpeg(bytes) : null
  const header = type === 'jpeg' ? jpeg : readHeader(bytes, type)
  if (header === null) throw fail('unreadable')
  if (header.width * header.height > MAX_PIXELS) throw fail('too-many-pixels')
  if ('isAnimated' in header && header.isAnimated) throw fail('animated')
  // Also of a picture that is used as it is: PDF readers show nothing in place of one that they cannot decode.
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) throw fail('unreadable')
  try {
    if (bitmap.width * bitmap.height > MAX_PIXELS) throw fail('too-many-pixels')
    if (jpeg?.isEmbeddable && jpeg.bytes.length <= maxBytes) {
      const { bytes, isEmbeddable: _, ...size } = jpeg
      return { image: { ...size, encoding: 'jpeg', data: new Blob([bytes]) }, isReduced: false }
    }
    return await encode(bitmap, LOSSLESS.has(type), maxBytes)
  } finally {
    bitmap.close()
  }
}

async function encode(bitmap: ImageBitmap, isLossless: boolean, maxBytes: number) {
  if (isLossless) {
    const image = await compressPixels(draw(bitmap))
    if (image.data.size <= maxBytes) return { image, isReduced: false }
  }
  const fine = await encodeJpeg(bitmap, FINE)
  if (fine.data.size <= maxBytes) return { image: fine, isReduced: false }
  let image = fine
  for (const level of REDUCED) {
    image = await encodeJpeg(bitmap, level)
    if (image.data.size <= maxBytes) break
  }
  return { image, isReduced: true }
}

async function encodeJpeg(
  bitmap: ImageBitmap,
  { quality, longestSide }: typeof FINE,
): Promise<PdfImage> {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const { canvas } = draw(bitmap, scale)
  const file = await canvas.convertToBlob({ type: 'image/jpeg', quality })
  const jpeg = readJpeg(new Uint8Array(await file.arrayBuffer()))
  if (!jpeg?.isEmbeddable) throw new UnusablePictures('failed')
  const { bytes, isEmbeddable: _, ...size } = jpeg
  return { ...size, encoding: 'jpeg', data: new Blob([bytes]) }
}

/** Draws on white, the color of paper: pictures can be transparent. */
function draw(bitmap: ImageBitmap, scale = 1): OffscreenCanvasRenderingContext2D {
  const [width, height] = [bitmap.width, bitmap.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number]
  const context = new OffscreenCanvas(width, height).getContext('2d', {
    alpha: false,
    willReadFrequently: true,
  })
  if (context === null) throw new UnusablePictures('failed')
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return context
}
