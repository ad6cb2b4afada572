import { expect, test } from '@jest/globals'
import {
  bmpHeader,
  gifHeader,
  heifHeader,
  pngHeader,
  webpHeader,
} from '../testing/sample-pictures.ts'
import { readHeader } from './picture-header.ts'
import { pictureTypeOf } from './picture-type.ts'

function read(bytes: Uint8Array) {
  const type = pictureTypeOf(bytes)
  if (type === null || type === 'jpeg') throw new Error('not a picture of these formats')
  return readHeader(bytes, type)
}

test.each([
  ['PNG', pngHeader(70_000, 50_000), 70_000, 50_000],
  ['GIF', gifHeader(600, 50, 1), 600, 50],
  ['lossy WebP', webpHeader('VP8 ', 600, 50), 600, 50],
  ['lossless WebP', webpHeader('VP8L', 16_000, 9_000), 16_000, 9_000],
  ['extended WebP', webpHeader('VP8X', 70_000, 300), 70_000, 300],
  ['BMP', bmpHeader(600, 50), 600, 50],
  ['BMP from the top', bmpHeader(600, -50), 600, 50],
  ['AVIF', heifHeader(['avif'], [[600, 50]]), 600, 50],
  // Phones store tiles, and the size of the whole as one of several.
  [
    'HEIC of tiles',
    heifHeader(
      ['heic'],
      [
        [512, 512],
        [4032, 3024],
        [320, 240],
      ],
    ),
    4032,
    3024,
  ],
])('reads the size of %s', (_, bytes, width, height) => {
  expect(read(bytes)).toEqual({ width, height, isAnimated: false })
})

test.each([
  ['PNG', pngHeader(6, 5, true)],
  ['GIF', gifHeader(6, 5, 2)],
  ['WebP', webpHeader('VP8X', 6, 5, true)],
  ['AVIF', heifHeader(['avis', 'avif'], [[6, 5]])],
  ['HEIC', heifHeader(['hevc', 'heic'], [[6, 5]])],
])('recognizes an animated %s', (_, bytes) => {
  expect(read(bytes)).toEqual({ width: 6, height: 5, isAnimated: true })
})

test.each([
  ['ends too early', pngHeader(6, 5).subarray(0, 20)],
  ['has no pixels', pngHeader(6, 5).subarray(0, 33)],
  ['has no width', pngHeader(0, 5)],
  ['has no size', heifHeader(['heic'], [])],
  ['ends in a frame', gifHeader(6, 5, 1).subarray(0, -4)],
])('refuses a picture whose header %s', (_, bytes) => {
  expect(read(bytes)).toBeNull()
})
