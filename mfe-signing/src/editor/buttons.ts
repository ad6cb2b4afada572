/** Groups of radio buttons: one question, of which each button is an answer. */
import { randomBytes, toBase64Url } from '@inkproof/proof/bytes'
import { fromShown, keepInside, toShown } from '../pdf/page-geometry.ts'
import type { PageView } from '../pdf/page-view.ts'
import { compareInReadingOrder } from '../values/reading-order.ts'
import type { PlacedField } from './draft.ts'
import { buttonsOf } from './settings-problem.ts'

type Page = Pick<PageView, 'number' | 'size'>
type NewField = Omit<PlacedField, 'id'>

/** Between the upper edges of two buttons, as a multiple of their height. */
const DISTANCE = 1.6

/** Returns a new group of two buttons, the second one below the first, or above it at the lower edge of the page. */
export function newButtons(first: NewField, page: Page): [NewField, NewField] {
  const grouped = { ...first, settings: { group: toBase64Url(randomBytes(9)) } }
  return [grouped, buttonBeside(grouped, [], page)]
}

/** Returns another button of a group: below its lowest one on the page, or above its highest one if there is no room. */
export function nextButton(
  button: PlacedField,
  fields: readonly PlacedField[],
  page: Page,
): NewField {
  const group = buttonsOf(button, fields).filter((field) => field.page === page.number)
  const { id: _, settings, ...added } = buttonBeside(button, group, page)
  const { preset: __, ...others } = settings ?? {}
  return { ...added, settings: others }
}

/** Returns the buttons of a radio button's group in the order in which signers see them numbered. */
export function answersOf(button: PlacedField, fields: readonly PlacedField[]): PlacedField[] {
  return buttonsOf(button, fields).toSorted(compareInReadingOrder)
}

function buttonBeside<Button extends NewField>(
  button: Button,
  group: readonly Button[],
  { size }: Page,
): Button {
  const topOf = (field: Button) => toShown(size, field.rectangle).top
  const lowest = group.reduce((low, field) => (topOf(field) > topOf(low) ? field : low), button)
  const highest = group.reduce((high, field) => (topOf(field) < topOf(high) ? field : high), button)
  const below = moved(lowest, DISTANCE)
  return below.isInside ? below.button : moved(highest, -DISTANCE).button

  /** The button at a distance from itself, as a multiple of its height; moved into the page if necessary. */
  function moved(field: Button, distance: number) {
    const shown = toShown(size, field.rectangle)
    const next = { ...shown, top: shown.top + shown.height * distance }
    const inside = keepInside(size, next)
    const rectangle = fromShown(size, inside)
    return { button: { ...field, rectangle, value: null }, isInside: inside.top === next.top }
  }
}
