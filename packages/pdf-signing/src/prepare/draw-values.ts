/** Draws the values of an upload's form that have no appearance, which viewers would draw each in their own way. */
import { type EmbeddedFont, type PDF, PdfDict } from '@libpdf/core'
import { SigningError, UnusablePdf } from '../errors.ts'
import { textAppearance } from '../fill/text-appearance.ts'
import { boxFor, setAppearance } from '../pdf/appearance.ts'
import { requireDrawable } from '../pdf/font.ts'
import { type FormField, formFields, formOf } from '../pdf/form-fields.ts'
import { arrayOf, dictOf, isTrue, nameOf, numberOf, rectangleOf, resolve } from '../pdf/objects.ts'
import type { Rotation } from '../pdf/pages.ts'

const MAX_SIZE = 12
const TICK = '✓'

/**
 * Gives each widget with a value an appearance. If the form asks viewers to draw all values (`NeedAppearances`), the existing
 * appearances of texts are replaced too.
 *
 * @throws UnusablePdf `undrawable-form` for a value with characters that the font cannot show
 */
export function drawValues(pdf: PDF, font: EmbeddedFont): void {
  const redraw = isTrue(pdf, formOf(pdf), 'NeedAppearances')
  for (const field of formFields(pdf)) {
    if (field.type === 'Btn') drawTicks(pdf, font, field)
    else if (field.type === 'Tx' || field.type === 'Ch') drawText(pdf, font, field, redraw)
  }
}

function drawText(pdf: PDF, font: EmbeddedFont, field: FormField, redraw: boolean): void {
  const lines = valueLines(pdf, field)
  if (lines.length === 0) return
  for (const { dict } of field.widgets)
    if (redraw || !hasAppearance(pdf, dict)) draw(pdf, font, dict, lines)
}

function drawTicks(pdf: PDF, font: EmbeddedFont, field: FormField): void {
  for (const { dict } of field.widgets) {
    const state = nameOf(pdf, dict, 'AS') ?? nameOf(pdf, field.dict, 'V') ?? 'Off'
    if (state !== 'Off' && !hasAppearance(pdf, dict)) draw(pdf, font, dict, [TICK])
  }
}

function draw(pdf: PDF, font: EmbeddedFont, widget: PdfDict, lines: string[]): void {
  const rectangle = rectangleOf(pdf, widget, 'Rect')
  if (!rectangle || rectangle.width * rectangle.height === 0) return
  try {
    requireDrawable(font, lines)
  } catch (error) {
    if (!(error instanceof SigningError)) throw error
    throw new UnusablePdf('undrawable-form', { cause: error })
  }
  const rotation = numberOf(pdf, dictOf(pdf, widget, 'MK'), 'R') ?? 0
  const box = boxFor(rectangle, rotation as Rotation)
  setAppearance(widget, textAppearance(pdf, font, box, lines, MAX_SIZE))
}

function hasAppearance(pdf: PDF, widget: PdfDict): boolean {
  return resolve(pdf, dictOf(pdf, widget, 'AP')?.get('N')) instanceof PdfDict
}

/** The lines of a text, or the chosen values of a list. */
function valueLines(pdf: PDF, { dict }: FormField): string[] {
  const value = resolve(pdf, dict.get('V'))
  const items = value?.type === 'array' ? (arrayOf(pdf, dict, 'V')?.toArray() ?? []) : [value]
  return items.flatMap((item) => {
    const text = resolve(pdf, item)
    if (text?.type !== 'string') return []
    return text
      .asString()
      .replaceAll('\t', ' ')
      .split(/\r\n?|\n/)
      .filter((line) => line.trim() !== '')
  })
}
