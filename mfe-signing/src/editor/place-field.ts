import type { FieldType } from '@inkproof/protocol/envelope-fields'
import {
  fromShown,
  keepInside,
  type PdfPageSize,
  type ShownRectangle,
  toShown,
} from '../pdf/page-geometry.ts'
import type { PlacedField } from './draft.ts'
import { describeType } from './field-types.ts'

/** The smallest width and height of a field, in points. */
const MIN_SIZE = 8

/** Returns a new field whose center is at a point of the page as shown, moved into the page if necessary. */
export function fieldAt(
  type: FieldType,
  page: { number: number; size: PdfPageSize },
  center: { left: number; top: number },
): Omit<PlacedField, 'id' | 'recipient'> {
  const { width, height } = describeType(type).size
  const shown = { left: center.left - width / 2, top: center.top - height / 2, width, height }
  return {
    type,
    page: page.number,
    rectangle: fromShown(page.size, keepInside(page.size, shown)),
    required: type !== 'checkbox',
    value: null,
  }
}

/** Moves a field by a distance in points as shown. */
export function moveBy(
  size: PdfPageSize,
  shown: ShownRectangle,
  { dx, dy }: { dx: number; dy: number },
): ShownRectangle {
  return keepInside(size, { ...shown, left: shown.left + dx, top: shown.top + dy })
}

/** Moves the lower right corner of a field by a distance in points as shown. */
export function resizeBy(
  size: PdfPageSize,
  { left, top, width, height }: ShownRectangle,
  { dx, dy }: { dx: number; dy: number },
): ShownRectangle {
  return {
    left,
    top,
    width: Math.max(MIN_SIZE, Math.min(width + dx, size.width - left)),
    height: Math.max(MIN_SIZE, Math.min(height + dy, size.height - top)),
  }
}

/** Returns a free position for a field of this type that was added by keyboard: below the other fields of the page. */
export function freeCenter(
  type: FieldType,
  page: { number: number; size: PdfPageSize },
  fields: readonly PlacedField[],
  start: { left: number; top: number },
): { left: number; top: number } {
  const { width, height } = describeType(type).size
  const taken = fields
    .filter((field) => field.page === page.number)
    .map(({ rectangle }) => toShown(page.size, rectangle))
  const center = { ...start }
  const isTaken = () => taken.some((other) => overlaps(other, center, width, height))
  while (isTaken() && center.top + height < page.size.height) center.top += height / 2
  return center
}

function overlaps(
  other: ShownRectangle,
  center: { left: number; top: number },
  width: number,
  height: number,
): boolean {
  return (
    Math.abs(other.left + other.width / 2 - center.left) < (other.width + width) / 2 &&
    Math.abs(other.top + other.height / 2 - center.top) < (other.height + height) / 2
  )
}
