import { expect, test } from '@jest/globals'
import type { Orientation } from './jpeg.ts'
import { imageMatrix, layOut, paperFor } from './page-layout.ts'

test.each([
  ['en-US', 'letter'],
  ['es-MX', 'letter'],
  ['en-GB', 'a4'],
  ['de', 'a4'],
  ['zh-Hant-TW', 'a4'],
])('the paper for %s is %s', (language, paper) => {
  expect(paperFor(language)).toBe(paper)
})

test('a scanned page fills its page, whatever the paper of the country', () => {
  expect(layOut(2480, 3508, 'letter')).toEqual({
    page: { width: 595.276, height: 841.89 },
    picture: { x: 0, y: 0, width: 595.276, height: 841.89 },
  })
  expect(layOut(3300, 2550, 'a4').page).toEqual({ width: 792, height: 612 })
  // A scanner app cut off a little too much.
  expect(layOut(2500, 3480, 'letter').picture.x).toBe(0)
})

test('a photo is in the middle of its page, with a margin', () => {
  const { page, picture } = layOut(3000, 4000, 'a4')
  expect(page).toEqual({ width: 595.276, height: 841.89 })
  expect(picture.x).toBeCloseTo(28.346)
  expect(picture.width / picture.height).toBeCloseTo(0.75)
  expect(picture.y * 2 + picture.height).toBeCloseTo(page.height)
  expect(layOut(4000, 3000, 'letter').page).toEqual({ width: 792, height: 612 })
})

test('a long picture fits too, and a small one is not enlarged', () => {
  const long = layOut(1000, 20_000, 'a4').picture
  expect(long.height).toBeCloseTo(841.89 - 2 * 28.346)
  expect(layOut(400, 300, 'a4').picture).toMatchObject({ width: 300, height: 225 })
})

/** Where the upper left and the lower right corner of the stored picture are shown. */
test.each<[Orientation, string, string]>([
  [1, 'top left', 'bottom right'],
  [2, 'top right', 'bottom left'],
  [3, 'bottom right', 'top left'],
  [4, 'bottom left', 'top right'],
  [5, 'top left', 'bottom right'],
  [6, 'top right', 'bottom left'],
  [7, 'bottom right', 'top left'],
  [8, 'bottom left', 'top right'],
])('with orientation %i, the first pixel is at the %s', (orientation, first, last) => {
  const matrix = imageMatrix({ x: 10, y: 20, width: 300, height: 400 }, orientation)
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix
  const cornerAt = (u: number, v: number) =>
    `${f + b * u + d * v === 20 ? 'bottom' : 'top'} ${e + a * u + c * v === 10 ? 'left' : 'right'}`
  expect([cornerAt(0, 1), cornerAt(1, 0)]).toEqual([first, last])
  // From 5, rows are shown as columns.
  expect(a === 0).toBe(orientation >= 5)
})
