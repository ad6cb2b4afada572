/** Reads the fields of an interactive form (ISO 32000-2, 12.7.4), whatever its tree looks like. */
import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import { dictOf, nameOf, numberOf, refKey, resolve, stringOf } from './objects.ts'

/** A terminal field: one with a value. Its widgets are the field itself or its kids. */
export type FormField = {
  /** Names of all ancestors and its own, joined by dots. */
  name: string
  dict: PdfDict
  ref: PdfRef | null
  /** `Tx`, `Btn`, `Ch`, `Sig` or, in a damaged file, something else. */
  type: string | undefined
  /** Field flags (`Ff`). */
  flags: number
  widgets: { dict: PdfDict; ref: PdfRef | null }[]
}

type Inherited = { name: string; type: string | undefined; flags: number }
type Node = { item: PdfObject; inherited: Inherited; depth: number }

const MAX_FIELDS = 100_000
const MAX_DEPTH = 64

/** The interactive form, or undefined if the file has none. */
export function formOf(pdf: PDF): PdfDict | undefined {
  return dictOf(pdf, pdf.getCatalog(), 'AcroForm')
}

/** All terminal fields. Kids that refer to an ancestor are skipped. */
export function formFields(pdf: PDF): FormField[] {
  const roots = resolve(pdf, formOf(pdf)?.get('Fields'))
  const found: FormField[] = []
  const seen = new Set<string>()
  const todo: Node[] = nodesOf(roots, { name: '', type: undefined, flags: 0 }, 0)
  for (let count = 0; todo.length > 0 && count < MAX_FIELDS; count++) {
    const { field, kids } = readNode(pdf, todo.pop() as Node, seen)
    if (field) found.push(field)
    for (const kid of kids) todo.push(kid)
  }
  return found
}

/** The field of a node, or its kids that are fields; neither for a damaged node, and for one that was seen before. */
function readNode(pdf: PDF, node: Node, seen: Set<string>): { field?: FormField; kids: Node[] } {
  const ref = node.item instanceof PdfRef ? node.item : null
  if (ref && seen.has(refKey(ref))) return { kids: [] }
  if (ref) seen.add(refKey(ref))
  const dict = resolve(pdf, node.item)
  if (!(dict instanceof PdfDict) || node.depth > MAX_DEPTH) return { kids: [] }
  const own = ownAttributes(pdf, dict, node.inherited)
  const kids = nodesOf(resolve(pdf, dict.get('Kids')), own, node.depth + 1)
  const fieldKids = kids.filter(({ item }) => isField(pdf, item))
  if (fieldKids.length > 0) return { kids: fieldKids }
  return { field: { ...own, dict, ref, widgets: widgetsOf(pdf, dict, ref, kids) }, kids: [] }
}

/** The top-level field of this name, or undefined. */
export function findField(pdf: PDF, name: string): FormField | undefined {
  return formFields(pdf).find((field) => field.name === name)
}

function nodesOf(list: PdfObject | undefined, inherited: Inherited, depth: number): Node[] {
  if (!(list instanceof PdfArray)) return []
  return list
    .toArray()
    .map((item) => ({ item, inherited, depth }))
    .reverse()
}

function ownAttributes(pdf: PDF, dict: PdfDict, parent: Inherited): Inherited {
  const partial = stringOf(pdf, dict, 'T')
  return {
    name: [parent.name, partial].filter(Boolean).join('.'),
    type: nameOf(pdf, dict, 'FT') ?? parent.type,
    flags: numberOf(pdf, dict, 'Ff') ?? parent.flags,
  }
}

/** A kid with a name of its own is a field, otherwise a widget of its parent. */
function isField(pdf: PDF, item: PdfObject): boolean {
  const dict = resolve(pdf, item)
  return dict instanceof PdfDict && dict.has('T')
}

function widgetsOf(pdf: PDF, dict: PdfDict, ref: PdfRef | null, kids: Node[]) {
  if (kids.length === 0) return [{ dict, ref }]
  return kids.flatMap(({ item }) => {
    const widget = resolve(pdf, item)
    if (!(widget instanceof PdfDict)) return []
    return [{ dict: widget, ref: item instanceof PdfRef ? item : null }]
  })
}
