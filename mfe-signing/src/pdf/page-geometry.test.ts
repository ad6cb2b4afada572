import { describe, expect, test } from '@jest/globals'
import { fromShown, keepInside, pageSize, shownSize, toShown } from './page-geometry.ts'

/** A page whose visible box does not begin at the origin: 400 wide, 600 high. */
const BOX = { x: 10, y: 20, width: 400, height: 600 }
/** 30 from the left and 50 from the bottom of the box. */
const FIELD = { x: 40, y: 70, width: 100, height: 25 }

const SHOWN = [
  [0, { left: 30, top: 525, width: 100, height: 25 }],
  [90, { left: 50, top: 30, width: 25, height: 100 }],
  [180, { left: 270, top: 50, width: 100, height: 25 }],
  [270, { left: 525, top: 270, width: 25, height: 100 }],
] as const

describe.each(SHOWN)('on a page turned by %i degrees', (rotation, shown) => {
  const page = pageSize(BOX, rotation)

  test('a rectangle of the user space is shown at its position', () => {
    expect(toShown(page, FIELD)).toEqual(shown)
  })

  test('a rectangle as shown becomes the same rectangle of the user space', () => {
    expect(fromShown(page, shown)).toEqual(FIELD)
  })

  test('sizes are swapped if the page lies on its side', () => {
    const isTurned = rotation === 90 || rotation === 270
    expect(page).toMatchObject(isTurned ? { width: 600, height: 400 } : { width: 400, height: 600 })
    expect(shownSize(page, FIELD)).toEqual({ width: shown.width, height: shown.height })
  })
})

test.each([
  [-90, 270],
  [450, 90],
  [360, 0],
])('a rotation of %i degrees is one of %i', (degrees, rotation) => {
  expect(pageSize(BOX, degrees).rotation).toBe(rotation)
})

test.each([
  ['left above', { left: -5, top: -7 }, { left: 0, top: 0 }],
  ['right below', { left: 390, top: 599 }, { left: 300, top: 575 }],
  ['inside', { left: 12, top: 13 }, { left: 12, top: 13 }],
])('a rectangle that lies %s is moved into the page', (_, corner, expected) => {
  const page = { width: 400, height: 600 }
  const size = { width: 100, height: 25 }
  expect(keepInside(page, { ...corner, ...size })).toEqual({ ...expected, ...size })
})

test('a rectangle larger than the page gets the size of the page', () => {
  const shown = { left: 5, top: 5, width: 900, height: 900 }
  expect(keepInside({ width: 400, height: 600 }, shown)).toEqual({
    left: 0,
    top: 0,
    width: 400,
    height: 600,
  })
})
