import { formatAppearance, MAX_APPEARANCE_BYTES } from '@inkproof/signing/appearance-stream'
import { expect, test } from '@jest/globals'
import { findThreshold, measureDarkness, type Picture, traceMark } from './traced-mark.ts'

const SIZE = { width: 300, height: 120 }

test('traces dark lines on white paper', () => {
  const mark = trace(picture(({ x, y }) => (isInk(x, y) ? 30 : 255)))
  expect(mark?.paths).toHaveLength(1)
  const { height = 0, width = 0 } = mark?.size ?? {}
  expect(width / height).toBeCloseTo(200 / 60, 0)
})

test('ignores the shadow of a photo, which is darker than the ink in the light', () => {
  const mark = trace(picture(({ x, y }) => (isInk(x, y) ? 0.4 : 1) * (240 - x * 0.6)))
  const { height = 0, width = 0 } = mark?.size ?? {}
  expect(width / height).toBeCloseTo(200 / 60, 0)
})

test('keeps the hole of a ring', () => {
  const ring = picture(({ x, y }) => {
    const distance = Math.hypot(x - 150, y - 60)
    return distance < 40 && distance > 33 ? 20 : 255
  })
  const moves = trace(ring)?.paths[0]?.segments.filter(([type]) => type === 'move')
  expect(moves).toHaveLength(2)
})

test('a transparent background is paper', () => {
  const { data } = picture(() => 0)
  for (let i = 0; i < data.length / 4; i++) {
    data[4 * i + 3] = isInk(i % SIZE.width, Math.floor(i / SIZE.width)) ? 255 : 0
  }
  const { height = 0, width = 0 } = trace({ data, ...SIZE })?.size ?? {}
  expect(width / height).toBeCloseTo(200 / 60, 0)
})

test('ignores specks', () => {
  const mark = trace(picture(({ x, y }) => (isInk(x, y) || (x === 3 && y === 3) ? 30 : 255)))
  const { height = 0, width = 0 } = mark?.size ?? {}
  expect(width / height).toBeCloseTo(200 / 60, 0)
})

test('a blank page has no ink, even with noise', () => {
  expect(trace(picture(() => 255))).toBeNull()
  expect(trace(picture(({ x, y }) => 240 + ((x * 7 + y * 13) % 10)))).toBeNull()
})

test('a picture that is mostly dark is not a signature', () => {
  const darkness = { data: new Float64Array(100).fill(200), width: 10, height: 10 }
  expect(traceMark(darkness, 100)).toBe('no-ink')
})

test('a picture with many details is simplified so that it fits into a stream', () => {
  const blocks = picture(({ x, y }) => (x % 7 < 4 && y % 7 < 4 ? 0 : 255))
  const mark = trace(blocks)
  expect(formatAppearance(mark?.paths ?? []).length).toBeLessThan(MAX_APPEARANCE_BYTES)
})

/** A line 200 pixels long and a line 60 pixels high. */
function isInk(x: number, y: number): boolean {
  const isLevel = x >= 50 && x < 250 && y >= 55 && y < 60
  const isUpright = x >= 140 && x < 145 && y >= 30 && y < 90
  return isLevel || isUpright
}

function picture(shade: (point: { x: number; y: number }) => number): Picture {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height)
  for (let i = 0; i < data.length / 4; i++) {
    const value = shade({ x: i % SIZE.width, y: Math.floor(i / SIZE.width) })
    data.set([value, value, value, 255], 4 * i)
  }
  return { data, ...SIZE }
}

function trace(source: Picture) {
  const darkness = measureDarkness(source)
  const threshold = findThreshold(darkness)
  const mark = threshold === null ? null : traceMark(darkness, threshold)
  return typeof mark === 'string' ? null : mark
}
