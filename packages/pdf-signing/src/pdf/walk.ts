/** Visits all objects that can be reached from the catalog. */
import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import { UnusablePdf } from '../errors.ts'
import { refKey, resolve } from './objects.ts'

/** A file of 2,000 pages with forms and tags has about 1,000,000. */
const MAX_OBJECTS = 5_000_000

/** Keys of dictionaries whose own keys are names given by the file's author, such as those of fonts (ISO 32000-2, table 34). */
const NAMED_BY_AUTHOR = new Set([
  'ExtGState',
  'ColorSpace',
  'Pattern',
  'Shading',
  'XObject',
  'Font',
  'Properties',
  'CharProcs',
  'ClassMap',
  'RoleMap',
  'Colorants',
])

/**
 * Visits each dictionary and stream. `namedByAuthor` means that its keys have no meaning. A dictionary that is found both in
 * such a place and elsewhere is visited twice; otherwise, an action could hide in a dictionary that is also called a font.
 * Cycles are harmless; nothing is called recursively.
 *
 * @throws UnusablePdf `unreadable` for more than 5,000,000 objects, or an object that cannot be parsed
 */
export function walkDicts(pdf: PDF, visit: (found: PdfDict, namedByAuthor: boolean) => void): void {
  const seen = new Set<string>()
  const todo: Found[] = [{ value: pdf.getCatalog(), namedByAuthor: false }]
  for (let count = 0; todo.length > 0; count++) {
    if (count > MAX_OBJECTS) throw new UnusablePdf('unreadable')
    const { value, namedByAuthor } = todo.pop() as Found
    if (value instanceof PdfDict) visit(value, namedByAuthor)
    for (const child of childrenOf(pdf, { value, namedByAuthor }, seen)) todo.push(child)
  }
}

type Found = { value: PdfObject; namedByAuthor: boolean }

function childrenOf(pdf: PDF, { value, namedByAuthor }: Found, seen: Set<string>): Found[] {
  if (value instanceof PdfRef) {
    const key = `${refKey(value)} ${namedByAuthor}`
    if (seen.has(key)) return []
    seen.add(key)
    const target = resolveOrRefuse(pdf, value)
    return target ? [{ value: target, namedByAuthor }] : []
  }
  if (value instanceof PdfArray)
    return value.toArray().map((child) => ({ value: child, namedByAuthor }))
  if (!(value instanceof PdfDict)) return []
  return [...value].map(([key, child]) => ({
    value: child,
    namedByAuthor: !namedByAuthor && NAMED_BY_AUTHOR.has(key.value),
  }))
}

function resolveOrRefuse(pdf: PDF, ref: PdfRef): PdfObject | undefined {
  try {
    return resolve(pdf, ref)
  } catch (error) {
    throw new UnusablePdf('unreadable', { cause: error })
  }
}
