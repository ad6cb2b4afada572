/** Reads the named destinations of a document (ISO 32000-2, 12.3.2.4). */
import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNull,
  type PdfObject,
  PdfString,
} from '@libpdf/core'
import { dictOf, resolve } from '../pdf/objects.ts'
import { readTree } from './read-tree.ts'

/** Returns a function that returns the array of a destination, given as that array or by its name; null for unknown names. */
export function namedDestinations(pdf: PDF): (destination: PdfObject) => PdfObject {
  const catalog = pdf.getCatalog()
  // The older form, whose names are names.
  const dictionary = dictOf(pdf, catalog, 'Dests')
  let tree: Map<string, PdfObject> | undefined
  const inTree = (text: string) => {
    tree ??= readNames(pdf)
    return tree.get(text)
  }
  return (destination) => {
    const value = resolve(pdf, destination)
    if (value instanceof PdfName) return arrayOf(pdf, dictionary?.get(value.value))
    if (value instanceof PdfString) return arrayOf(pdf, inTree(keyOf(value)))
    return destination
  }
}

function readNames(pdf: PDF): Map<string, PdfObject> {
  const root = dictOf(pdf, dictOf(pdf, pdf.getCatalog(), 'Names'), 'Dests')
  return new Map(
    readTree(pdf, root, 'Names').flatMap(([key, value]) =>
      key instanceof PdfString ? [[keyOf(key), value]] : [],
    ),
  )
}

function arrayOf(pdf: PDF, destination: PdfObject | undefined): PdfObject {
  const value = resolve(pdf, destination)
  const array = value instanceof PdfDict ? resolve(pdf, value.get('D')) : value
  return array instanceof PdfArray ? array : PdfNull.instance
}

/** The bytes of a name, as a string: names are compared byte by byte (ISO 32000-2, 7.9.6). */
function keyOf(text: PdfString): string {
  return String.fromCharCode(...text.bytes)
}
