import { isPicture } from '@inkproof/signing/field'
import { plural, t } from '@inkproof/texts/text'
import type { KeyboardEvent } from 'react'
import { fromShown, type ShownRectangle, toShown } from '../pdf/page-geometry.ts'
import type { PageView } from '../pdf/page-view.ts'
import { compareInReadingOrder } from '../values/reading-order.ts'
import { conditionOf } from './conditions.ts'
import { draftState, editField, removeField } from './draft.store.ts'
import { ME, type PlacedField } from './draft.ts'
import { announce, startSigning } from './editor-ui.store.ts'
import { nameOf } from './field-label.ts'
import { moveBy, resizeBy } from './place-field.ts'

/** How far an arrow key moves a field, in points. */
const STEP = 4
const ARROWS = new Map([
  ['ArrowLeft', { dx: -STEP, dy: 0 }],
  ['ArrowRight', { dx: STEP, dy: 0 }],
  ['ArrowUp', { dx: 0, dy: -STEP }],
  ['ArrowDown', { dx: 0, dy: STEP }],
])
const MM_PER_POINT = 25.4 / 72

/** Moves, resizes, deletes or fills in a field whose box has the focus. Escape leaves the field's control. */
export function handleFieldKey(
  event: KeyboardEvent<HTMLElement>,
  field: PlacedField,
  { size }: PageView,
): void {
  const { key, shiftKey, currentTarget } = event
  if (key === 'Escape') currentTarget.focus()
  if (event.target !== currentTarget) return
  const arrow = ARROWS.get(key)
  if (arrow) {
    const next = (shiftKey ? resizeBy : moveBy)(size, toShown(size, field.rectangle), arrow)
    editField(field.id, { rectangle: fromShown(size, next) })
    announce(describePosition(next))
  } else if (key === 'Delete' || key === 'Backspace') deleteField(field)
  else if (key === 'Enter' || key === ' ') fillIn(field, currentTarget)
  else return
  event.preventDefault()
}

/** Deletes a field, and focuses the one that takes its place. */
export function deleteField(field: PlacedField): void {
  const { id, type } = field
  const { draft } = { draft: null, ...draftState() }
  const next = neighborOf(field, draft?.fields ?? [])
  removeField(id)
  // The browser focuses nothing when the focused element is removed.
  requestAnimationFrame(() => {
    if (next === undefined || focusBox(next.id) === null) focusPalette()
  })
  const deleted =
    type === 'radio'
      ? t('The answer was deleted.')
      : t('“{field}” was deleted.', { field: nameOf(field) })
  const left = (draft?.fields ?? []).filter((one) => conditionOf(one)?.field === id)
  const depending = plural(left.length, {
    one: '{count} field depends on it. Change its condition.',
    other: '{count} fields depend on it. Change their conditions.',
  })
  announce(left.length === 0 ? deleted : `${deleted} ${depending}`)
}

/** Returns the next field in reading order, or the last one; of a radio button, another answer. */
function neighborOf(field: PlacedField, fields: readonly PlacedField[]): PlacedField | undefined {
  const { group } = field.settings ?? {}
  const others = fields.filter(({ id }) => id !== field.id).toSorted(compareInReadingOrder)
  const answers = others.filter(({ settings }) => settings?.group === group)
  const candidates = group !== undefined && answers.length > 0 ? answers : others
  return candidates.find((other) => compareInReadingOrder(field, other) < 0) ?? candidates.at(-1)
}

/** Focuses the first type of field that can be added. */
export function focusPalette(): void {
  document
    .querySelector<HTMLElement>('[aria-describedby="palette-help"]:enabled')
    ?.focus({ preventScroll: true })
}

/** Returns the control for the value of a field; the box itself if it has none. Its tools have controls, too. */
export function controlOf(box: HTMLElement): HTMLElement {
  return (
    box.querySelector<HTMLElement>(
      'input:not([hidden]), textarea, [data-options], [data-choose-file]',
    ) ?? box
  )
}

/** Focuses the box of a field, which must be on the page, and returns it. */
export function focusBox(id: string): HTMLElement | null {
  const box = document.querySelector<HTMLElement>(`[data-field="${id}"]`)
  box?.focus({ preventScroll: true })
  return box
}

/** Opens the field's control, as a click does. A field of another person can only be given to somebody else. */
function fillIn({ id, recipient, type }: PlacedField, box: HTMLElement): void {
  if (recipient !== ME) box.querySelector('select')?.focus()
  else if (isPicture(type)) startSigning(id)
  else if (type === 'checkbox' || type === 'radio')
    box.querySelector<HTMLElement>(`[role="${type}"]`)?.click()
  else if (type === 'attachment') box.querySelector<HTMLElement>('[data-choose-file]')?.click()
  else controlOf(box).focus()
}

function describePosition({ left, top, width, height }: ShownRectangle): string {
  const mm = (points: number) => Math.round(points * MM_PER_POINT)
  return t('{left} mm from the left, {top} mm from the top, {width} by {height} mm', {
    left: mm(left),
    top: mm(top),
    width: mm(width),
    height: mm(height),
  })
}
