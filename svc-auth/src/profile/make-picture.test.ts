import { crc32 } from 'node:zlib'
import { AppError } from '@inkproof/service-kit/app-error'
import { expect, test } from '@jest/globals'
import sharp from 'sharp'
import { pictureMaker } from './make-picture.ts'

const make = pictureMaker()
const RED = { r: 255, g: 0, b: 0 }
const BLUE = { r: 0, g: 0, b: 255 }

/** A plain picture; `left` half red, right half blue. */
function halves(width = 80, height = 40) {
  return sharp({ create: { width, height, channels: 3, background: BLUE } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: RED } },
      gravity: 'west',
    },
  ])
}

/** The colour at a point of the made picture, each channel 0 or 255. */
async function colourAt(picture: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw()
  return [...(await pixel.toBuffer())].map((channel) => (channel > 127 ? 255 : 0))
}

async function refusal(file: Uint8Array, by = make): Promise<unknown> {
  const error = await by(file).catch((reason: unknown) => reason)
  return error instanceof AppError ? [error.code, error.details.issues?.[0]?.message] : error
}

test.each([
  ['JPEG', () => halves().jpeg()],
  ['PNG', () => halves().png()],
  ['WebP', () => halves().webp()],
  ['GIF', () => halves().gif()],
])('makes a square WebP of 256 pixels of a %s file', async (_name, picture) => {
  const made = await make(await picture().toBuffer())
  const { format, width, height } = await sharp(made).metadata()
  expect({ format, width, height }).toEqual({ format: 'webp', width: 256, height: 256 })
  expect(await colourAt(made, 20, 128)).toEqual([255, 0, 0])
  expect(await colourAt(made, 236, 128)).toEqual([0, 0, 255])
})

test('applies the camera’s orientation, and removes it with the location', async () => {
  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
  const file = await halves()
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'somebody' }, ...place })
    .toBuffer()
  expect((await sharp(file).metadata()).exif).toBeDefined()
  const made = await make(file)
  const { exif, xmp, icc, iptc, orientation } = await sharp(made).metadata()
  expect([exif, xmp, icc, iptc, orientation]).toEqual(Array(5).fill(undefined))
  expect(await colourAt(made, 128, 20)).toEqual([255, 0, 0])
  expect(await colourAt(made, 128, 236)).toEqual([0, 0, 255])
})

test('keeps only the first frame of an animation', async () => {
  const frames = Buffer.concat([Buffer.alloc(300, Buffer.from([255, 0, 0])), Buffer.alloc(300, 90)])
  const raw = { width: 10, height: 20, channels: 3 as const, pageHeight: 10 }
  const made = await make(
    await sharp(frames, { raw })
      .gif({ loop: 0, delay: [100, 100] })
      .toBuffer(),
  )
  expect((await sharp(made).metadata()).pages).toBeUndefined()
  expect(await colourAt(made, 128, 128)).toEqual([255, 0, 0])
})

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a PDF', '%PDF-1.7\n'],
  ['a sound', 'RIFF\x24\x00\x00\x00WAVEfmt '],
  ['nothing', ''],
])('refuses %s', async (_name, text) => {
  const answer = await refusal(Buffer.from(text, 'latin1'))
  expect(answer).toEqual(['PICTURE_REFUSED', 'it is not a JPEG, PNG, WebP or GIF file'])
})

test.each([
  ['that is cut off', async () => (await halves(800, 400).jpeg().toBuffer()).subarray(0, 900)],
  ['that only begins as one', async () => Buffer.from('89504e470d0a1a0a00000000', 'hex')],
  ['of 900 megapixels in a few bytes', () => bombOf(30_000)],
  ['of 26 megapixels', () => bombOf(5_100)],
])('refuses a picture %s', async (_name, file) => {
  expect(await refusal(await file())).toEqual([
    'PICTURE_REFUSED',
    'it cannot be read, or has too many pixels',
  ])
})

test('accepts a photograph of 49 megapixels', async () => {
  const file = await plain(7_000).jpeg().toBuffer()
  expect((await make(file)).length).toBeGreaterThan(0)
})

test('accepts 24 megapixels that were made to be slow and large in memory', async () => {
  const file = await plain(4_900).toColourspace('rgb16').png({ progressive: true }).toBuffer()
  expect((await make(file)).length).toBeGreaterThan(0)
})

test('refuses a file over 5 MB', async () => {
  const file = Buffer.concat([await halves().jpeg().toBuffer(), Buffer.alloc(5 * 1024 * 1024)])
  expect(await refusal(file)).toEqual(['PICTURE_REFUSED', 'it is larger than 5 MB'])
})

test('kills the conversion of a picture that takes too long', async () => {
  const file = await halves().png().toBuffer()
  expect(await refusal(file, pictureMaker(5))).toEqual([
    'PICTURE_REFUSED',
    'it cannot be read, or has too many pixels',
  ])
})

test('processes a few at once, lets some wait, and tells the rest to retry', async () => {
  const file = await halves().png().toBuffer()
  const answers = await Promise.all(Array.from({ length: 20 }, () => refusal(file)))
  const told = answers.filter((answer) => Array.isArray(answer))
  expect(told).toEqual([
    ['UNAVAILABLE', undefined],
    ['UNAVAILABLE', undefined],
  ])
  expect(answers.filter((answer) => Buffer.isBuffer(answer))).toHaveLength(18)
})

function plain(side: number) {
  const background = { r: 9, g: 9, b: 9 }
  return sharp({ create: { width: side, height: side, channels: 3, background } })
}

/** A small picture whose header claims this size. */
async function bombOf(side: number): Promise<Buffer> {
  const file = await halves().png().toBuffer()
  // The header: length, type, then width and height, five more bytes and their checksum.
  file.writeUInt32BE(side, 16)
  file.writeUInt32BE(side, 20)
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29)
  return file
}
