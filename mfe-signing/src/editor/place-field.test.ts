import { expect, test } from '@jest/globals'
import { pageSize, toShown } from '../pdf/page-geometry.ts'
import { fieldAt, freeCenter, moveBy, resizeBy } from './place-field.ts'

const PAGE = { number: 2, size: pageSize({ x: 0, y: 0, width: 612, height: 792 }, 0) }
const TURNED = { number: 1, size: pageSize({ x: 0, y: 0, width: 612, height: 792 }, 90) }

test('a field is centered where the user clicked', () => {
  const { rectangle, page } = fieldAt('text', PAGE, { left: 300, top: 200 })
  expect(page).toBe(2)
  expect(toShown(PAGE.size, rectangle)).toEqual({ left: 225, top: 190, width: 150, height: 20 })
})

test('a field near the edge is moved into the page', () => {
  const { rectangle } = fieldAt('signature', PAGE, { left: 0, top: 792 })
  expect(toShown(PAGE.size, rectangle)).toMatchObject({ left: 0, top: 746 })
})

test('a field on a turned page lies as the reader sees it', () => {
  const { rectangle } = fieldAt('text', TURNED, { left: 300, top: 200 })
  expect(toShown(TURNED.size, rectangle)).toMatchObject({ width: 150, height: 20 })
})

test('only checkboxes may stay empty', () => {
  const center = { left: 300, top: 200 }
  expect(fieldAt('text', PAGE, center).required).toBe(true)
  expect(fieldAt('checkbox', PAGE, center).required).toBe(false)
})

test('a field stays on the page when it is moved', () => {
  const shown = { left: 600, top: 10, width: 10, height: 10 }
  expect(moveBy(PAGE.size, shown, { dx: 50, dy: -50 })).toEqual({ ...shown, left: 602, top: 0 })
})

test('a field is neither resized beyond the page nor made too small', () => {
  const shown = { left: 600, top: 10, width: 10, height: 10 }
  expect(resizeBy(PAGE.size, shown, { dx: 50, dy: -50 })).toEqual({
    ...shown,
    width: 12,
    height: 8,
  })
})

test('a field that is added by keyboard does not cover another one', () => {
  const start = { left: 300, top: 200 }
  const other = { ...fieldAt('text', PAGE, start), id: 'a', recipient: 'me' }
  const center = freeCenter('text', PAGE, [other], start)
  expect(center.top).toBeGreaterThanOrEqual(220)
  expect(freeCenter('text', { ...PAGE, number: 1 }, [other], start)).toEqual(start)
})
