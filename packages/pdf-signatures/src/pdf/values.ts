/** The objects of a PDF file (ISO 32000-2, 7.3), with the positions that the checks of signatures need. */

export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfRef
  | PdfArray
  | PdfDict
  | PdfStream
  | PdfUnreadable

export type PdfName = { type: 'name'; name: string }

/** `start` and `end` are positions in the file, delimiters included; both 0 within an object stream. */
export type PdfString = {
  type: 'string'
  bytes: Uint8Array
  isHex: boolean
  start: number
  end: number
}

export type PdfRef = { type: 'ref'; number: number; generation: number }

export type PdfArray = { type: 'array'; items: PdfValue[] }

export type PdfDict = {
  type: 'dict'
  entries: Map<string, PdfValue>
  /** A key occurs twice: two readers may see different dictionaries. */
  hasDuplicates: boolean
  /** Position in the file; -1 within an object stream. */
  start: number
}

/** `start` is the position of the first byte of the data; the length is `dict`'s `/Length`, which may be a reference. */
export type PdfStream = { type: 'stream'; dict: PdfDict; start: number }

/** An object that cannot be read. Two of them are never equal. */
export type PdfUnreadable = { type: 'unreadable' }

export const UNREADABLE: PdfUnreadable = { type: 'unreadable' }

/** The file, or the part of it that is needed, cannot be read without guessing. */
export class UnreadableError extends Error {}

/** The file contains more than is checked. */
export class TooLargeError extends Error {}

export function isName(value: PdfValue, name?: string): value is PdfName {
  return isType(value, 'name') && (name === undefined || value.name === name)
}

/** Narrows a value to one of the types that are objects in JavaScript. */
export function isType<T extends Typed['type']>(
  value: PdfValue | undefined,
  type: T,
): value is Extract<Typed, { type: T }> {
  return typeof value === 'object' && value !== null && value.type === type
}

type Typed = Extract<PdfValue, { type: string }>

/** The dictionary of a dictionary or stream; null for any other value. */
export function dictOf(value: PdfValue | undefined): PdfDict | null {
  if (isType(value, 'dict')) return value
  return isType(value, 'stream') ? value.dict : null
}
