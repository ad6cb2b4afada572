import { expect, test } from '@jest/globals'
import { pageSize, toShown } from '../pdf/page-geometry.ts'
import { newButtons, nextButton } from './buttons.ts'
import { fieldAt } from './place-field.ts'

const BOX = { x: 0, y: 0, width: 612, height: 792 }

/** Places a single choice with `count` answers, and returns the distances of the buttons from the upper edge. */
function place(top: number, count: number, degrees = 0): number[] {
  const page = { number: 1, size: pageSize(BOX, degrees) }
  const first = { ...fieldAt('radio', page, { left: 300, top }), recipient: 'me' }
  const buttons = newButtons(first, page).map((button, index) => ({ ...button, id: `${index}` }))
  while (buttons.length < count) {
    const [button] = buttons
    if (button) buttons.push({ ...nextButton(button, buttons, page), id: `${buttons.length}` })
  }
  return buttons.map(({ rectangle }) => Math.round(10 * toShown(page.size, rectangle).top) / 10)
}

test('further answers are below the lowest button', () => {
  expect(place(107, 4)).toEqual([100, 122.4, 144.8, 167.2])
})

test('further answers are above the highest button if there is no room below', () => {
  expect(place(792, 4)).toEqual([778, 755.6, 733.2, 710.8])
  expect(place(757, 4)).toEqual([750, 772.4, 727.6, 705.2])
})

test('the lower edge is that of the page as it is shown', () => {
  expect(place(612, 3, 90)).toEqual([598, 575.6, 553.2])
})

test('a further answer is not selected', () => {
  const page = { number: 1, size: pageSize(BOX, 0) }
  const first = { ...fieldAt('radio', page, { left: 300, top: 100 }), recipient: 'me', id: 'a' }
  const value = { kind: 'checkbox', isSelected: true } as const
  expect(nextButton({ ...first, value }, [{ ...first, value }], page).value).toBeNull()
})
