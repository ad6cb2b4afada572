import { append, OVERLAY, objectText, stream } from './updates.ts'

/** Object numbers in the files that were signed once by pyHanko. */
export const CATALOG = 1
export const FONT = 2
export const AMOUNT = 3
export const AGREE = 5
export const PAGES = 6
export const AMOUNT_LOOK = 7
export const PAGE_1 = 8
export const LOOK_YES = 11
export const PAGE_2 = 12
export const TEXT_1 = 13
export const FIELD = 16
export const SIGNATURE = 17

/** What an attacker or a program changes in a signed file, and what the check must say about it. */
export type Attack = [change: (file: Uint8Array) => Uint8Array, expected: string[]]

export const LOOK = stream('BT ET', '/Type /XObject /Subtype /Form /BBox [0 0 100 20] ')

/** A widget over the whole page. */
export function widget(type: string, more = ''): string {
  return `<< /Type /Annot /Subtype /Widget /FT /${type} /T (extra) /Rect [0 0 300 300] /F 4 ${more}>>`
}

/** An annotation over the whole page. */
export function annotation(type: string, more = ''): string {
  return `<< /Type /Annot /Subtype /${type} /Rect [0 0 300 300] /Contents (x) ${more}>>`
}

/** Adds an annotation to the first page; object 51 is an appearance that hides the page. */
export function annotate(file: Uint8Array, text: string): Uint8Array {
  const page = objectText(file, PAGE_1).replace('/Annots [', '/Annots [ 50 0 R')
  return append(file, { objects: { [PAGE_1]: page, 50: text, 51: OVERLAY } })
}

/** Fills the field `amount`, with a new appearance. */
export function fill(file: Uint8Array): Uint8Array {
  return append(file, { objects: { [AMOUNT]: filledField(file), 50: LOOK } })
}

export function filledField(file: Uint8Array): string {
  return objectText(file, AMOUNT).replace('/N 7 0 R', '/N 50 0 R').replace('>>', '>> /V (200)')
}

/** Adds object 50 as a field; object 51 is an appearance that hides the page. */
export function addField(file: Uint8Array, text: string, signature = 'null'): Uint8Array {
  const catalog = objectText(file, CATALOG).replace('16 0 R ]', '16 0 R 50 0 R ]')
  return append(file, { objects: { [CATALOG]: catalog, 50: text, 51: OVERLAY, 52: signature } })
}

/** Adds entries to the catalog. */
export function editCatalog(file: Uint8Array, entries: string): Uint8Array {
  const catalog = objectText(file, CATALOG).replace('/Type /Catalog', `/Type /Catalog ${entries}`)
  return append(file, { objects: { [CATALOG]: catalog } })
}
