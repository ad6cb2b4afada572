import { crc32 } from 'node:zlib'
import { AppError } from '@inkproof/service-kit/app-error'
import { expect, test } from '@jest/globals'
import sharp from 'sharp'
import { createPictureMaker } from './make-picture.ts'

const makePicture = createPictureMaker()
const RED = { r: 255, g: 0, b: 0 }
const BLUE = { r: 0, g: 0, b: 255 }

/** Creates a picture whose left half is red and whose right half is blue. */
function twoColors(width = 80, height = 40) {
  return sharp({ create: { width, height, channels: 3, background: BLUE } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: RED } },
      gravity: 'west',
    },
  ])
}

/** Returns the color of a pixel, each channel rounded to 0 or 255. */
async function colorAt(picture: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw()
  return [...(await pixel.toBuffer())].map((channel) => (channel > 127 ? 255 : 0))
}

async function failureOf(file: Uint8Array, convert = makePicture): Promise<unknown> {
  const error = await convert(file).catch((reason: unknown) => reason)
  return error instanceof AppError ? [error.code, error.details.issues?.[0]?.message] : error
}

test.each([
  ['JPEG', () => twoColors().jpeg()],
  ['PNG', () => twoColors().png()],
  ['WebP', () => twoColors().webp()],
  ['GIF', () => twoColors().gif()],
])('converts a %s file to a square WebP of 256 pixels', async (_name, picture) => {
  const webp = await makePicture(await picture().toBuffer())
  const { format, width, height } = await sharp(webp).metadata()
  expect({ format, width, height }).toEqual({ format: 'webp', width: 256, height: 256 })
  expect(await colorAt(webp, 20, 128)).toEqual([255, 0, 0])
  expect(await colorAt(webp, 236, 128)).toEqual([0, 0, 255])
})

test('applies the camera’s orientation and removes all metadata', async () => {
  const location = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
  const file = await twoColors()
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'somebody' }, ...location })
    .toBuffer()
  expect((await sharp(file).metadata()).exif).toBeDefined()
  const webp = await makePicture(file)
  const { exif, xmp, icc, iptc, orientation } = await sharp(webp).metadata()
  expect([exif, xmp, icc, iptc, orientation]).toEqual(Array(5).fill(undefined))
  expect(await colorAt(webp, 128, 20)).toEqual([255, 0, 0])
  expect(await colorAt(webp, 128, 236)).toEqual([0, 0, 255])
})

test('keeps only the first frame of an animation', async () => {
  const frames = Buffer.concat([Buffer.alloc(300, Buffer.from([255, 0, 0])), Buffer.alloc(300, 90)])
  const raw = { width: 10, height: 20, channels: 3 as const, pageHeight: 10 }
  const webp = await makePicture(
    await sharp(frames, { raw })
      .gif({ loop: 0, delay: [100, 100] })
      .toBuffer(),
  )
  expect((await sharp(webp).metadata()).pages).toBeUndefined()
  expect(await colorAt(webp, 128, 128)).toEqual([255, 0, 0])
})

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['an HTML page', '<!doctype html><script>alert(1)</script>'],
  ['a PDF', '%PDF-1.7\n'],
  ['a sound file', 'RIFF\x24\x00\x00\x00WAVEfmt '],
  ['an empty file', ''],
])('refuses %s', async (_name, text) => {
  const failure = await failureOf(Buffer.from(text, 'latin1'))
  expect(failure).toEqual(['PICTURE_REFUSED', 'it is not a JPEG, PNG, WebP or GIF file'])
})

test.each([
  ['that is truncated', async () => (await twoColors(800, 400).jpeg().toBuffer()).subarray(0, 900)],
  ['with only a valid signature', async () => Buffer.from('89504e470d0a1a0a00000000', 'hex')],
  ['of 900 megapixels in a few bytes', () => withClaimedSize(30_000)],
  ['of 26 megapixels', () => withClaimedSize(5_100)],
])('refuses a picture %s', async (_name, file) => {
  expect(await failureOf(await file())).toEqual([
    'PICTURE_REFUSED',
    'it cannot be read, or has too many pixels',
  ])
})

test('accepts a photograph of 49 megapixels', async () => {
  const file = await singleColor(7_000).jpeg().toBuffer()
  expect((await makePicture(file)).length).toBeGreaterThan(0)
})

test('accepts a picture of 24 megapixels that is slow to decode and large in memory', async () => {
  const file = await singleColor(4_900).toColourspace('rgb16').png({ progressive: true }).toBuffer()
  expect((await makePicture(file)).length).toBeGreaterThan(0)
})

test('refuses a file over 5 MB', async () => {
  const file = Buffer.concat([await twoColors().jpeg().toBuffer(), Buffer.alloc(5 * 1024 * 1024)])
  expect(await failureOf(file)).toEqual(['PICTURE_REFUSED', 'it is larger than 5 MB'])
})

test('kills the conversion of a picture that takes too long', async () => {
  const file = await twoColors().png().toBuffer()
  expect(await failureOf(file, createPictureMaker(5))).toEqual([
    'PICTURE_REFUSED',
    'it cannot be read, or has too many pixels',
  ])
})

test('converts two pictures concurrently, queues sixteen and rejects the rest as unavailable', async () => {
  const file = await twoColors().png().toBuffer()
  const results = await Promise.all(Array.from({ length: 20 }, () => failureOf(file)))
  const failures = results.filter((result) => Array.isArray(result))
  expect(failures).toEqual([
    ['UNAVAILABLE', undefined],
    ['UNAVAILABLE', undefined],
  ])
  expect(results.filter((result) => Buffer.isBuffer(result))).toHaveLength(18)
})

function singleColor(side: number) {
  const background = { r: 9, g: 9, b: 9 }
  return sharp({ create: { width: side, height: side, channels: 3, background } })
}

/** Creates a small picture whose header claims the given size. */
async function withClaimedSize(side: number): Promise<Buffer> {
  const file = await twoColors().png().toBuffer()
  // The IHDR chunk: length, type, width, height, five more bytes, checksum.
  file.writeUInt32BE(side, 16)
  file.writeUInt32BE(side, 20)
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29)
  return file
}
