/** Joins the logical structures of combined documents (ISO 32000-2, 14.7), which screen readers read. */
import {
  type PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfNumber,
  type PdfObject,
  PdfRef,
} from '@libpdf/core'
import { array, dict, dictOf, isTrue, name, number, resolve } from '../pdf/objects.ts'
import type { CopiedDocument } from './copy-document.ts'
import { readTree } from './read-tree.ts'

/** Dictionaries of the root that map names of the author. Where documents differ, the first one decides. */
const MAPS = ['RoleMap', 'ClassMap'] as const

/**
 * Gives the file a structure with one element for each document. Without a structure in every document, it gets none: readers
 * skip the untagged pages of a tagged file.
 */
export function joinStructures(pdf: PDF, documents: readonly CopiedDocument[]): void {
  if (!documents.every(({ source }) => isTagged(source))) return
  const root = dict({ Type: name('StructTreeRoot') })
  const rootRef = pdf.register(root)
  const entries: PdfObject[] = []
  let next = 0
  const elements = documents.map((document) => {
    const { source } = document
    const catalog = source.getCatalog()
    const own = dictOf(source, catalog, 'StructTreeRoot')
    const element = dict({ Type: name('StructElem'), S: name('Document'), P: rootRef })
    const ref = pdf.register(element)
    document.replace(catalog.get('StructTreeRoot'), ref)
    document.structureOffset = next
    for (const [key, value] of readTree(source, dictOf(source, own, 'ParentTree'), 'Nums')) {
      if (!(key instanceof PdfNumber)) continue
      const moved = key.value + document.structureOffset
      entries.push(number(moved), document.copy(value))
      next = Math.max(next, moved + 1)
    }
    const kids = own?.get('K')
    if (kids) element.set('K', document.copy(kids))
    const language = catalog.get('Lang')
    if (language) element.set('Lang', document.copy(language))
    for (const map of MAPS) addMap(document, own, map, root)
    return ref
  })
  root.set('K', array(...elements))
  root.set('ParentTree', pdf.register(dict({ Nums: new PdfArray(entries) })))
  root.set('ParentTreeNextKey', number(next))
  pdf.getCatalog().set('StructTreeRoot', rootRef)
  pdf.getCatalog().set('MarkInfo', dict({ Marked: PdfBool.TRUE }))
}

function isTagged(source: PDF): boolean {
  const catalog = source.getCatalog()
  const root = resolve(source, catalog.get('StructTreeRoot'))
  const isReferred = catalog.get('StructTreeRoot') instanceof PdfRef
  return (
    root instanceof PdfDict &&
    isReferred &&
    isTrue(source, dictOf(source, catalog, 'MarkInfo'), 'Marked')
  )
}

function addMap(
  { source, copy }: CopiedDocument,
  own: PdfDict | undefined,
  key: string,
  root: PdfDict,
): void {
  const map = dictOf(source, own, key)
  if (!map) return
  const joined = dictOf(source, root, key) ?? new PdfDict()
  root.set(key, joined)
  for (const [entry, value] of map)
    if (!joined.has(entry.value)) joined.set(entry.value, copy(value))
}
