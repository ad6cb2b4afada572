import { createHash } from 'node:crypto'
import { sealFigure } from '@inkproof/graphics/seal-figure'
import { oklchToSrgb } from '@inkproof/graphics/srgb'
import { expect, test } from '@jest/globals'
import { createPreviewImages } from './preview-image.ts'

const CACHED = 32
const MAX_BYTES = 60_000
/** One is rendered while sixteen wait. */
const MAX_PENDING = 17

function fingerprint(index: number): string {
  return createHash('sha256').update(`file ${index}`).digest('hex')
}

test('renders a small PNG of 1200 x 630 pixels', async () => {
  const imageOf = createPreviewImages()
  for (let index = 0; index < 5; index += 1) {
    const image = await imageOf(fingerprint(index))
    expect(image.toString('latin1', 1, 4)).toBe('PNG')
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630])
    expect(image.length).toBeLessThan(MAX_BYTES)
  }
})

test('has the colors of the dark theme and the hues of the figure', async () => {
  const image = await createPreviewImages()(fingerprint(0))
  // The palette follows the signature and the header.
  const palette = image.subarray(41, 41 + image.readUInt32BE(33)).toString('hex')
  const colors = palette.match(/.{6}/g)?.map((color) => `#${color}`)
  const hues = sealFigure(fingerprint(0)).layers.map(({ hue }) => hue)
  const lines = [...hues, 264].map((hue) => oklchToSrgb({ lightness: 0.775, chroma: 0.118, hue }))
  expect(colors).toEqual(expect.arrayContaining(['#0b0d10', '#f4f2ee', ...lines]))
})

test('the image of a fingerprint never changes', async () => {
  const digests = await Promise.all(
    ['0'.repeat(64), fingerprint(0)].map(async (each) =>
      createHash('sha256')
        .update(await createPreviewImages()(each))
        .digest('hex'),
    ),
  )
  const again = await createPreviewImages()(fingerprint(0))
  expect(createHash('sha256').update(again).digest('hex')).toBe(digests[1])
  expect(digests[0]).not.toBe(digests[1])
})

test('renders an image once while it is cached, also for concurrent requests', async () => {
  const imageOf = createPreviewImages()
  const [image, concurrent] = await Promise.all([imageOf(fingerprint(0)), imageOf(fingerprint(0))])
  expect(concurrent).toBe(image)
  expect(await imageOf(fingerprint(0))).toBe(image)
  for (let index = 1; index <= CACHED; index += 1) await imageOf(fingerprint(index))
  const renewed = await imageOf(fingerprint(0))
  expect(renewed).not.toBe(image)
  expect(renewed).toEqual(image)
})

test('rejects an image when too many are waiting, except one that is cached', async () => {
  const imageOf = createPreviewImages()
  await imageOf(fingerprint(0))
  const pending = Array.from({ length: MAX_PENDING }, (_, index) => imageOf(fingerprint(index + 1)))
  await expect(imageOf(fingerprint(99))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await imageOf(fingerprint(0))).toBeInstanceOf(Buffer)
  await Promise.all(pending)
})
