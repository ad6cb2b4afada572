/** Short constructors and readers of PDF objects (ISO 32000-2, 7.3). */
import {
  type PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfString,
} from '@libpdf/core'

/** A rectangle in points, from the lower left corner of the page's user space. */
export type Rectangle = { x: number; y: number; width: number; height: number }

export const name = (value: string): PdfName => PdfName.of(value)
export const number = (value: number): PdfNumber => PdfNumber.of(value)
export const dict = (entries: Record<string, PdfObject>): PdfDict => PdfDict.of(entries)
export const array = (...items: PdfObject[]): PdfArray => new PdfArray(items)

/**
 * A text string (ISO 32000-2, 7.9.2.2): a literal string if the text is printable ASCII, otherwise a hexadecimal string in
 * UTF-16BE. A literal string would change other texts: readers take a carriage return as a line feed (7.3.4.2), which the
 * library does not escape, and `þÿ` or `ï»¿` at the beginning as a byte order mark.
 */
export function string(value: string): PdfString {
  if (/^[ -~]*$/.test(value)) return PdfString.fromString(value)
  const units = Array.from({ length: value.length }, (_, index) => value.charCodeAt(index))
  return PdfString.fromBytes(
    new Uint8Array([0xfeff, ...units].flatMap((unit) => [unit >> 8, unit & 0xff])),
  )
}

/** The array `[left bottom right top]` of a rectangle. */
export function rectangleArray({ x, y, width, height }: Rectangle): PdfArray {
  return array(...[x, y, x + width, y + height].map(number))
}

/** A date string (ISO 32000-2, 7.9.4) in UTC. */
export function pdfDate(date: Date): PdfString {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(0, 14)
  return string(`D:${digits}+00'00'`)
}

/** Follows references until an object that is none. Cyclic references yield undefined. */
export function resolve(pdf: PDF, value: PdfObject | null | undefined): PdfObject | undefined {
  let current = value ?? undefined
  for (let steps = 0; current instanceof PdfRef; steps++) {
    if (steps > 8) return undefined
    current = pdf.getObject(current) ?? undefined
  }
  return current
}

/** The dictionary (or the stream) of a key, or undefined if it has another type. */
export function dictOf(pdf: PDF, parent: PdfDict | undefined, key: string): PdfDict | undefined {
  const value = resolve(pdf, parent?.get(key))
  return value instanceof PdfDict ? value : undefined
}

/** The array of a key, or undefined if it has another type. */
export function arrayOf(pdf: PDF, parent: PdfDict | undefined, key: string): PdfArray | undefined {
  const value = resolve(pdf, parent?.get(key))
  return value instanceof PdfArray ? value : undefined
}

/** The name of a key, without the slash, or undefined if it has another type. */
export function nameOf(pdf: PDF, parent: PdfDict | undefined, key: string): string | undefined {
  const value = resolve(pdf, parent?.get(key))
  return value instanceof PdfName ? value.value : undefined
}

/** The text of a key, or undefined if it has another type. */
export function stringOf(pdf: PDF, parent: PdfDict | undefined, key: string): string | undefined {
  const value = resolve(pdf, parent?.get(key))
  return value instanceof PdfString ? value.asString() : undefined
}

/** The number of a key, or undefined if it has another type. */
export function numberOf(pdf: PDF, parent: PdfDict | undefined, key: string): number | undefined {
  const value = resolve(pdf, parent?.get(key))
  return value instanceof PdfNumber && Number.isFinite(value.value) ? value.value : undefined
}

/** Whether a key's value is `true`. */
export function isTrue(pdf: PDF, parent: PdfDict | undefined, key: string): boolean {
  const value = resolve(pdf, parent?.get(key))
  return value instanceof PdfBool && value.value
}

/** The rectangle of a key, with its corners in order, or undefined if it is none. */
export function rectangleOf(
  pdf: PDF,
  parent: PdfDict | undefined,
  key: string,
): Rectangle | undefined {
  const items = arrayOf(pdf, parent, key)
  if (items?.length !== 4) return undefined
  const [x0, y0, x1, y1] = items.toArray().map((item) => {
    const value = resolve(pdf, item)
    return value instanceof PdfNumber ? value.value : Number.NaN
  }) as [number, number, number, number]
  if (![x0, y0, x1, y1].every(Number.isFinite)) return undefined
  const [x, y] = [Math.min(x0, x1), Math.min(y0, y1)]
  return { x, y, width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) }
}

/** The key of a reference in maps and sets. */
export function refKey({ objectNumber, generation }: PdfRef): string {
  return `${objectNumber} ${generation}`
}
