import { inflateSync } from 'node:zlib'
import { expect, test } from '@jest/globals'
import { encodeIndexedPng, type Rgb } from './indexed-png.ts'

const PALETTE: Rgb[] = [
  [0, 0, 0],
  [255, 0, 0],
  [250, 250, 250],
]

function imageOf(width: number, colors: readonly Rgb[]) {
  const pixels = Buffer.from(colors.flatMap((color) => [...color, 255]))
  return { width, height: colors.length / width, pixels }
}

/** The data of a file's chunks, by type. */
function chunksOf(png: Buffer): Record<string, Buffer> {
  const chunks: Record<string, Buffer> = {}
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    chunks[png.toString('latin1', at + 4, at + 8)] = png.subarray(
      at + 8,
      at + 8 + png.readUInt32BE(at),
    )
  }
  return chunks
}

test('writes the index of the nearest color of each pixel, two pixels per byte', async () => {
  const image = imageOf(3, [
    [0, 0, 0],
    [255, 0, 0],
    [255, 255, 255],
    [190, 40, 30],
    [20, 10, 0],
    [0, 0, 0],
  ])
  const { IHDR, PLTE, IDAT } = chunksOf(await encodeIndexedPng(image, PALETTE))
  expect(IHDR?.toString('hex')).toBe(`00000003${'00000002'}0403000000`)
  expect([...(PLTE ?? [])]).toEqual(PALETTE.flat())
  expect(inflateSync(IDAT as Buffer).toString('hex')).toBe('000120001000')
})

test('writes the last chunk as the specification shows it, with its checksum', async () => {
  const png = await encodeIndexedPng(imageOf(1, [[0, 0, 0]]), PALETTE)
  expect(png.toString('hex')).toMatch(/^89504e470d0a1a0a.*0000000049454e44ae426082$/)
})

test('refuses a palette that 4 bits cannot index', async () => {
  const palette = Array.from({ length: 17 }, (_, index): Rgb => [index, 0, 0])
  await expect(encodeIndexedPng(imageOf(1, [[0, 0, 0]]), palette)).rejects.toThrow(
    'the palette has 17 colors',
  )
})
