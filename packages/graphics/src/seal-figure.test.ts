import { createHash } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { type SealDetail, type SealFigure, sealFigure } from './seal-figure.ts'

const BITS = 256
// FIPS 180-4, "abc"
const SHA256_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

/** Units of the path, in a figure 200 units wide: one pixel at 96 px is 2 units. */
const VISIBLE_DISTANCE = 2

test.each(['full', 'small'] as const)('the %s figure of a fingerprint never changes', (detail) => {
  expect(summaryOf(sealFigure(SHA256_ABC, detail))).toMatchSnapshot()
  expect(summaryOf(sealFigure('0'.repeat(64), detail))).toMatchSnapshot()
})

test.each(['full', 'small'] as const)(
  'every copy of the %s figure stays in the frame',
  (detail) => {
    for (const fingerprint of fingerprints(50)) {
      const distances = sealFigure(fingerprint, detail).layers.flatMap(({ path }) =>
        pointsOf(path).map(([x, y]) => Math.hypot(x, y)),
      )
      expect(Math.max(...distances)).toBeLessThanOrEqual(100)
    }
  },
)

test.each([
  ['full', 9],
  ['small', 1],
] as const)('a change of any one bit changes the %s figure visibly', (detail, step) => {
  for (let bit = 0; bit < BITS; bit += step) {
    const [before, after] = [SHA256_ABC, flipBit(SHA256_ABC, bit)]
    expect(distanceOf(before, after, detail)).toBeGreaterThan(VISIBLE_DISTANCE)
  }
})

test('the figures of 300 fingerprints differ pairwise in what a person can tell apart', () => {
  const features = fingerprints(300).map((fingerprint) => featuresOf(sealFigure(fingerprint)))
  const pairs = (features.length * (features.length - 1)) / 2
  const equal = new Map<string, number>()
  for (const feature of features) equal.set(feature, (equal.get(feature) ?? 0) + 1)
  const equalPairs = [...equal.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0)
  // Fewer than one pair in 10,000 has equal wave counts and equal hues to the nearest 15 degrees.
  expect(equalPairs / pairs).toBeLessThan(1 / 10_000)
})

test('hues never look like the colors of a verdict', () => {
  const hues = fingerprints(100).flatMap((fingerprint) =>
    sealFigure(fingerprint).layers.map(({ hue }) => hue),
  )
  expect(hues.filter((hue) => hue < 60 || hue > 345 || (hue > 110 && hue < 180))).toEqual([])
})

/** Everything that determines the figure, with the path shortened to its start and its digest. */
function summaryOf({ layers }: SealFigure) {
  return layers.map(({ path, ...layer }) => ({
    ...layer,
    start: path.slice(0, 40),
    points: pointsOf(path).length,
    digest: createHash('sha256').update(path).digest('hex'),
  }))
}

/** The root mean square distance between the outlines of two figures, over all layers. */
function distanceOf(one: string, other: string, detail: SealDetail): number {
  const [left, right] = [one, other].map((fingerprint) =>
    sealFigure(fingerprint, detail).layers.flatMap(({ path }) => outlineOf(path)),
  ) as [number[], number[]]
  const squares = left.map((distance, index) => (distance - (right[index] ?? 0)) ** 2)
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length)
}

/** The curve's distance from the centre at each degree. */
function outlineOf(path: string): number[] {
  const points = pointsOf(path)
  return Array.from({ length: 360 }, (_, degree) => {
    const [x, y] = points[Math.floor((degree / 360) * points.length)] ?? [0, 0]
    return Math.hypot(x, y)
  })
}

/** The number of petals of each curve, and the hues to the nearest 15 degrees. */
function featuresOf({ layers }: SealFigure): string {
  return layers
    .map(({ path, hue }) => `${pointsOf(path).length} ${Math.round(hue / 15)}`)
    .join(', ')
}

function pointsOf(path: string): [number, number][] {
  return path
    .slice(1, -1)
    .split('L')
    .map((point) => point.split(' ').map(Number) as [number, number])
}

function flipBit(fingerprint: string, bit: number): string {
  const bytes = Buffer.from(fingerprint, 'hex')
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return bytes.toString('hex')
}

function fingerprints(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    createHash('sha256').update(`file ${index}`).digest('hex'),
  )
}
