/** Describes dictionaries that must have certain entries and no others. */
import type { PdfDocument } from '../pdf/document.ts'
import { textOf } from '../pdf/text.ts'
import { isName, isType, type PdfDict, type PdfValue } from '../pdf/values.ts'

/** Whether the value of a key is what is expected. `value` is resolved; `entry` can be a reference to it. */
export type Expectation = (value: PdfValue, entry: PdfValue, document: PdfDocument) => boolean
/** What each key must have as value. Other keys must not exist. */
export type Shape = Readonly<Record<string, Expectation>>

/** Whether a dictionary has exactly these entries. */
export function hasShape(dict: PdfDict, shape: Shape, document: PdfDocument): boolean {
  const expected = Object.entries(shape)
  return (
    !dict.hasDuplicates &&
    dict.entries.size === expected.length &&
    expected.every(([key, isExpected]) => {
      const entry = dict.entries.get(key)
      return entry !== undefined && isExpected(document.resolve(entry), entry, document)
    })
  )
}

/** A name or a number. */
export function exactly(wanted: number | `/${string}`): Expectation {
  return (value) => (typeof wanted === 'number' ? value === wanted : isName(value, wanted.slice(1)))
}

/** A text string, in any encoding. */
export function text(wanted: string): Expectation {
  return (value) => textOf(value) === wanted
}

/** A reference to the object with this number. */
export function referenceTo(id: string): Expectation {
  return (value, entry) => value !== null && isType(entry, 'ref') && `${entry.number}` === id
}

export function dictionary(shape: Shape): Expectation {
  return (value, _entry, document) => isType(value, 'dict') && hasShape(value, shape, document)
}

/** An array of as many items, each as expected. */
export function arrayOf(items: readonly Expectation[]): Expectation {
  return (value, _entry, document) =>
    isType(value, 'array') &&
    value.items.length === items.length &&
    items.every((isExpected, index) => {
      const item = value.items[index] ?? null
      return isExpected(document.resolve(item), item, document)
    })
}

/** An array of these texts in any order. */
export function anyOrder(texts: readonly string[]): Expectation {
  const key = (list: readonly (string | null)[]) => JSON.stringify(list.toSorted())
  return (value, _entry, document) =>
    isType(value, 'array') &&
    key(value.items.map((item) => textOf(document.resolve(item)))) === key(texts)
}
