/** Copies the objects of a document into another file. */
import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfNull,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '@libpdf/core'
import { name, nameOf, number, numberOf, refKey, resolve } from '../pdf/objects.ts'
import { inherited, pagesOf } from '../pdf/pages.ts'
import { namedDestinations } from './named-destinations.ts'

export type CopiedDocument = {
  source: PDF
  /** In the new file, in order. They have no `Parent` yet. */
  pages: { ref: PdfRef; dict: PdfDict }[]
  /** Copies an object with everything to which it refers. Copies of the same object are the same. */
  copy(object: PdfObject): PdfObject
  /** Makes references to an object of the source refer to `target`, if it was not copied yet. */
  replace(reference: PdfObject | undefined, target: PdfRef): void
  /** Added to the keys of pages and objects in the parent tree (ISO 32000-2, 14.7.5.4). Set before `finish`. */
  structureOffset: number
  /** Calls `change` at the end of `finish`. */
  afterCopy(change: () => void): void
  /** Copies what the objects that were copied refer to. */
  finish(): void
}

/** Attributes that a page can have from its ancestors (ISO 32000-2, table 31). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate']
/** Entries of a page that refer to lists outside it, or only concern the file from which it comes. */
const NOT_COPIED = new Set(['Parent', 'B', 'Thumb', 'AA', 'PieceInfo', 'Metadata', 'AF', 'DPart'])

/** Copies the pages. Pages that are not in the list of pages, and the lists themselves, become null. */
export function copyDocument(source: PDF, target: PDF): CopiedDocument {
  const refs = new Map<string, PdfObject>()
  const destinations = namedDestinations(source)
  // Filled in later instead of by recursion: the objects of a file can form a chain of any length.
  const todo: (() => void)[] = []
  const last: (() => void)[] = []

  function copyReference(ref: PdfRef): PdfObject {
    const known = refs.get(refKey(ref))
    if (known) return known
    const object = resolve(source, ref)
    if (object === undefined || isPageNode(object)) return PdfNull.instance
    const copied = object instanceof PdfRef ? PdfNull.instance : target.register(copy(object))
    refs.set(refKey(ref), copied)
    return copied
  }

  function copy(object: PdfObject): PdfObject {
    if (object instanceof PdfRef) return copyReference(object)
    if (object instanceof PdfStream) return fill(object, new PdfStream([], object.data))
    if (object instanceof PdfDict) return fill(object, new PdfDict())
    if (!(object instanceof PdfArray)) return object
    const copied = new PdfArray()
    todo.push(() => {
      for (const item of object) copied.push(copy(item))
    })
    return copied
  }

  function fill(object: PdfDict, copied: PdfDict, skipped?: Set<string>): PdfDict {
    todo.push(() => {
      for (const [key, value] of object)
        if (!skipped?.has(key.value)) copied.set(key, copy(explicit(object, key.value, value)))
      for (const key of ['StructParents', 'StructParent']) {
        const at = numberOf(source, object, key)
        if (at !== undefined) copied.set(key, number(at + copiedDocument.structureOffset))
      }
    })
    return copied
  }

  /** A destination in place of its name (ISO 32000-2, 12.3.2.4): each document has its own names. */
  function explicit(object: PdfDict, key: string, value: PdfObject): PdfObject {
    const isDestination = key === 'Dest' || (key === 'D' && nameOf(source, object, 'S') === 'GoTo')
    return isDestination ? destinations(value) : value
  }

  const isPageNode = (object: PdfObject) =>
    object instanceof PdfDict && ['Page', 'Pages'].includes(nameOf(source, object, 'Type') ?? '')

  const found = pagesOf(source)
  const copies = found.map(({ ref }) => {
    const copied = new PdfDict()
    const copiedRef = target.register(copied)
    refs.set(refKey(ref), copiedRef)
    return { ref: copiedRef, dict: copied }
  })
  const copiedDocument: CopiedDocument = {
    source,
    pages: copies,
    copy,
    structureOffset: 0,
    replace(reference, by) {
      if (reference instanceof PdfRef) refs.set(refKey(reference), by)
    },
    afterCopy: (change) => void last.push(change),
    finish() {
      for (let next = todo.pop(); next !== undefined; next = todo.pop()) next()
      for (const change of last) change()
    },
  }
  found.forEach(({ dict: page }, index) => {
    const { dict: copied } = copies[index] as { dict: PdfDict }
    fill(page, copied, NOT_COPIED)
    todo.push(() => {
      for (const key of INHERITED) {
        const value = page.has(key) ? undefined : inherited(source, page, key)
        if (value !== undefined) copied.set(key, copy(value))
      }
      copied.set('Type', name('Page'))
    })
  })
  return copiedDocument
}
