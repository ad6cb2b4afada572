/** Groups of radio buttons: one question, of which each button is an answer. */
import { randomBytes, toBase64Url } from '@inkproof/proof/bytes'
import { fromShown, keepInside, toShown } from '../pdf/page-geometry.ts'
import type { PageView } from '../pdf/page-view.ts'
import type { PlacedField } from './draft.ts'

type Page = Pick<PageView, 'number' | 'size'>
type NewField = Omit<PlacedField, 'id'>

/** Between the upper edges of two buttons, as a multiple of their height. */
const DISTANCE = 1.6

/** Returns a new group of two buttons, the second one below the first. */
export function newButtons(first: NewField, page: Page): [NewField, NewField] {
  const grouped = { ...first, settings: { group: toBase64Url(randomBytes(9)) } }
  return [grouped, buttonBelow(grouped, page)]
}

/** Returns another button of a group, below its lowest one on the page. */
export function nextButton(
  button: PlacedField,
  fields: readonly PlacedField[],
  page: Page,
): NewField {
  const group = fields.filter(
    (field) => field.settings?.group === button.settings?.group && field.page === page.number,
  )
  const top = (field: PlacedField) => toShown(page.size, field.rectangle).top
  const lowest = group.reduce((low, field) => (top(field) > top(low) ? field : low), button)
  const { id: _, ...added } = { ...lowest, value: null }
  return buttonBelow(added, page)
}

function buttonBelow(button: NewField, { size }: Page): NewField {
  const shown = toShown(size, button.rectangle)
  const below = keepInside(size, { ...shown, top: shown.top + shown.height * DISTANCE })
  return { ...button, rectangle: fromShown(size, below) }
}
