/** Writes all values into a prepared file, in one unsigned revision. */
import type { EmbeddedFont, PDF, PdfDict, PdfRef } from '@libpdf/core'
import { SigningError } from './errors.ts'
import { type Attachment, attach } from './fill/attach.ts'
import { imageAppearance } from './fill/image-appearance.ts'
import { textAppearance } from './fill/text-appearance.ts'
import {
  type AppearanceBox,
  boxFor,
  emptyAppearance,
  formStream,
  setAppearance,
} from './pdf/appearance.ts'
import { defaultFont, fixSubsetPrefix, requireDrawable } from './pdf/font.ts'
import { type FormField, formFields } from './pdf/form-fields.ts'
import { dictOf, name, nameOf, number, numberOf, rectangleOf, string } from './pdf/objects.ts'
import { append, open } from './pdf/open.ts'
import type { Rotation } from './pdf/pages.ts'

export type { Attachment } from './fill/attach.ts'

/**
 * A value of a field. `text`: of a text field or a drop-down list. `checked`: of a checkbox or a radio button. `lines` and `image`
 * (PNG or JPEG): the picture of `signature` and `initials`. `appearance`: what any other field shows, with the `text` that
 * assistive technology reads; a signature field has no text.
 *
 * An appearance is a content stream that uses no resources. Its origin is the lower left corner of the field as shown on a
 * rotated page. The file contains exactly these bytes, compressed; the caller checks what they draw.
 */
export type FieldValue =
  | { text: string }
  | { checked: boolean }
  | { lines: string[] }
  | { image: Uint8Array }
  | { appearance: Uint8Array; text?: string }

export type FillOptions = {
  /** By the name of the prepared field. Fields without a value stay empty, and can no longer be filled. */
  values: Record<string, FieldValue>
  attachments?: Attachment[]
  /** Date of the attachments. */
  filledAt: Date
  /** A TrueType font; DejaVu Sans by default. */
  font?: Uint8Array
}

/** Font sizes from which text shrinks to fit, in points. */
const VALUE_SIZE = 11
const PICTURE_SIZE = 24
/** ReadOnly (ISO 32000-2, table 227). */
const READ_ONLY = 1
/** Radio (table 229). */
const RADIO = 1 << 15

/**
 * Adds values, their appearances and attachments as an incremental update. The same input has the same output.
 *
 * @throws UnusablePdf `unreadable`, `cannot-append`
 * @throws SigningError `signed-since`, `unknown-field`, `wrong-value`, `missing-characters`, `unreadable-image`,
 *   `duplicate-attachment`
 */
export async function fill(prepared: Uint8Array, options: FillOptions): Promise<Uint8Array> {
  const pdf = await open(prepared)
  const fields = formFields(pdf)
  if (fields.some(({ type, dict }) => type === 'Sig' && dict.has('V')))
    throw new SigningError('signed-since')
  const texts = Object.values(options.values).flatMap(textsOf)
  const font = texts.length > 0 ? pdf.embedFont(options.font ?? defaultFont()) : undefined
  if (font) requireDrawable(font, texts)
  const targets = new Map(fields.flatMap((field) => targetsOf(pdf, field)))
  for (const [fieldName, value] of Object.entries(options.values)) {
    const target = targets.get(fieldName)
    if (!target) throw new SigningError('unknown-field', [fieldName])
    setValue(pdf, font, target, value)
  }
  for (const field of fields) if (field.type !== 'Sig') makeReadOnly(field)
  attach(pdf, options.attachments ?? [], options.filledAt)
  const bytes = await append(pdf, { subsetFonts: true })
  return font ? fixSubsetPrefix(pdf, font, bytes) : bytes
}

/** The texts to draw. */
function textsOf(value: FieldValue): string[] {
  if ('appearance' in value) return []
  if ('text' in value) return [value.text]
  return 'lines' in value ? value.lines : []
}

function makeReadOnly({ dict, flags }: FormField): void {
  dict.set('Ff', number(flags | READ_ONLY))
}

/** What is filled: a field with one widget, or one button of a group. `on`: the name of a button's state. */
type Target = { field: FormField; widget: PdfDict | undefined; on: string }

/** What can be filled of a field, by the name of the prepared field. */
function targetsOf(pdf: PDF, field: FormField): [name: string, target: Target][] {
  if (field.type !== 'Btn' || (field.flags & RADIO) === 0)
    return [[field.name, { field, widget: field.widgets[0]?.dict, on: 'Yes' }]]
  return field.widgets.map(({ dict: widget }) => {
    const states = dictOf(pdf, dictOf(pdf, widget, 'AP'), 'N')
    const on = [...(states?.keys() ?? [])].map(({ value }) => value).find((key) => key !== 'Off')
    return [on ?? '', { field, widget, on: on ?? '' }]
  })
}

function setValue(
  pdf: PDF,
  font: EmbeddedFont | undefined,
  { field, on, widget }: Target,
  value: FieldValue,
): void {
  const box = widget && appearanceBox(pdf, widget)
  if (!widget || !box) throw new SigningError('wrong-value', [field.name])
  if ('checked' in value) check(pdf, { field, on, widget }, value.checked)
  else if ('appearance' in value) {
    requireType(field, ['Tx', 'Ch', 'Sig'])
    if (field.type !== 'Sig' && value.text !== undefined) field.dict.set('V', string(value.text))
    setAppearance(widget, formStream(pdf, box, value.appearance))
  } else if ('text' in value) {
    requireType(field, ['Tx', 'Ch'])
    field.dict.set('V', string(value.text))
    setAppearance(widget, drawLines(pdf, font, box, [value.text], VALUE_SIZE))
  } else {
    requireType(field, ['Tx', 'Sig'])
    const picture =
      'image' in value
        ? imageAppearance(pdf, box, value.image)
        : drawLines(pdf, font, box, value.lines, PICTURE_SIZE)
    // The value of a text field is what assistive technology reads; that of a signature field is the signature.
    if (field.type === 'Tx' && 'lines' in value) field.dict.set('V', string(value.lines.join(' ')))
    setAppearance(widget, picture)
  }
}

/** Without lines, there is no font and nothing to draw. */
function drawLines(
  pdf: PDF,
  font: EmbeddedFont | undefined,
  box: AppearanceBox,
  lines: string[],
  maxSize: number,
): PdfRef {
  return font ? textAppearance(pdf, font, box, lines, maxSize) : emptyAppearance(pdf, box)
}

/** Of the buttons of a group, at most one can be selected; the others stay as they were prepared. */
function check(pdf: PDF, { field, on, widget }: Target, checked: boolean): void {
  requireType(field, ['Btn'])
  const isButton = widget !== field.dict
  if (isButton && !checked) return
  const states = dictOf(pdf, dictOf(pdf, widget, 'AP'), 'N')
  const state = name(checked ? on : 'Off')
  const isTaken = isButton && nameOf(pdf, field.dict, 'V') !== 'Off'
  if (!states?.has(state) || isTaken) throw new SigningError('wrong-value', [field.name])
  field.dict.set('V', state)
  widget?.set('AS', state)
}

function requireType(field: FormField, types: string[]): void {
  if (!types.includes(field.type ?? '')) throw new SigningError('wrong-value', [field.name])
}

/** The space of a widget, or undefined if it is invisible. `prepare` stores the page's rotation in `MK`. */
function appearanceBox(pdf: PDF, widget: PdfDict): AppearanceBox | undefined {
  const rectangle = rectangleOf(pdf, widget, 'Rect')
  if (!rectangle || rectangle.width === 0 || rectangle.height === 0) return undefined
  const rotation = numberOf(pdf, dictOf(pdf, widget, 'MK'), 'R') ?? 0
  return boxFor(rectangle, rotation as Rotation)
}
