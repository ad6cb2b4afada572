import { expect, test } from '@jest/globals'
import { findThreshold, type Picture } from './traced-mark.ts'
import { measureInk, traceStamp } from './traced-stamp.ts'

const SIZE = { width: 200, height: 100 }
type Rgba = readonly [red: number, green: number, blue: number, opacity?: number]
const WHITE: Rgba = [255, 255, 255]
const RED: Rgba = [200, 20, 30]
const BLUE: Rgba = [20, 40, 180]

function picture(colorAt: (point: { x: number; y: number }) => Rgba): Picture {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height)
  for (let i = 0; i < data.length / 4; i++) {
    const [red, green, blue, opacity = 255] = colorAt({
      x: i % SIZE.width,
      y: Math.floor(i / SIZE.width),
    })
    data.set([red, green, blue, opacity], 4 * i)
  }
  return { data, ...SIZE }
}

function trace(source: Picture) {
  const ink = measureInk(source)
  const threshold = findThreshold(ink)
  const mark = threshold === null ? null : traceStamp(source, ink, threshold)
  return typeof mark === 'string' ? null : mark
}

const isDisc = (x: number, y: number, centre: number, radius = 30) =>
  Math.hypot(x - centre, y - 50) < radius
/** Of each path: red, green and blue from 0 to 255. */
const colors = (mark: ReturnType<typeof trace>) =>
  (mark?.paths ?? []).map(({ paint }) => paint.colour.map((part) => Math.round(part * 255)))
const outlines = (mark: ReturnType<typeof trace>) =>
  (mark?.paths ?? []).map(({ segments }) => segments.filter(([type]) => type === 'move').length)

/** The widths of the outlines of the first path, the largest first. */
function ringWidths(mark: ReturnType<typeof trace>): number[] {
  const rings: number[][] = []
  for (const [type, x = 0] of mark?.paths[0]?.segments ?? []) {
    if (type === 'move') rings.push([])
    if (type !== 'close') rings.at(-1)?.push(x)
  }
  return rings.map((xs) => Math.max(...xs) - Math.min(...xs)).toSorted((a, b) => b - a)
}

test('a red and a blue shape keep their colors, and their place to each other', () => {
  const mark = trace(
    picture(({ x, y }) => (isDisc(x, y, 50) ? RED : isDisc(x, y, 150) ? BLUE : WHITE)),
  )
  expect(colors(mark).toSorted()).toEqual([[...RED], [...BLUE]].toSorted())
  const { height = 0, width = 1 } = mark?.size ?? {}
  expect(width / height).toBeCloseTo(160 / 60, 1)
})

test('the mixed colors at the edges of a shape are not colors of the stamp', () => {
  const soft = picture(({ x, y }) => {
    const part = Math.min(1, Math.max(0, (32 - Math.hypot(x - 100, y - 50)) / 4))
    return [255 - 55 * part, 255 - 235 * part, 255 - 225 * part]
  })
  const [color = [], ...others] = colors(trace(soft))
  expect(others).toEqual([])
  expect(Math.hypot(...color.map((part, index) => part - Number(RED[index])))).toBeLessThan(10)
})

test('light yellow on white is ink', () => {
  const mark = trace(picture(({ x, y }) => (isDisc(x, y, 100) ? [255, 235, 120] : WHITE)))
  expect(outlines(mark)).toEqual([1])
})

test('a large filled area has no hole, and letters cut out of it stay empty', () => {
  const isCut = (x: number, y: number) => Math.abs(x - 100) < 6 && Math.abs(y - 50) < 20
  const mark = trace(
    picture(({ x, y }) => (x > 10 && x < 190 && y > 5 && y < 95 && !isCut(x, y) ? BLUE : WHITE)),
  )
  expect(outlines(mark)).toEqual([2])
  const [, cut] = ringWidths(mark)
  expect((cut ?? 0) / (mark?.size.width ?? 1)).toBeCloseTo(11 / 179, 1)
})

test('a transparent background is paper', () => {
  const mark = trace(picture(({ x, y }) => (isDisc(x, y, 100) ? RED : [0, 0, 0, 0])))
  expect(colors(mark)).toEqual([[...RED]])
})

test('a picture without a background is no stamp, nor is a blank one', () => {
  expect(trace(picture(() => WHITE))).toBeNull()
  const full = picture(({ x }) => (x < 5 ? WHITE : BLUE))
  expect(trace(full)).toBeNull()
})

test('a picture of thousands of shapes has too much detail, which is something else than no ink', () => {
  const size = { width: 600, height: 600 }
  const square = (i: number) => (i % 12 < 8 ? 255 : 0)
  const data = new Float64Array(size.width * size.height).map((_, i) =>
    Math.min(square(i % size.width), square(Math.floor(i / size.width))),
  )
  const source = { data: new Uint8ClampedArray(4 * data.length).fill(255), ...size }
  expect(traceStamp(source, { data, ...size }, 100)).toBe('too-detailed')
})
