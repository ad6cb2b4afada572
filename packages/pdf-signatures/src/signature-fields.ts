import { hasParent } from './changes/parents.ts'
import { catalogOf, type PdfDocument } from './pdf/document.ts'
import { textOf } from './pdf/text.ts'
import { dictOf, isType, type PdfDict, type PdfValue, TooLargeError } from './pdf/values.ts'

/** A node of the tree of fields: a field, or a widget of one (ISO 32000-2, 12.7.4). */
export type FieldNode = {
  /** The object number, or the path of a node that is not an indirect object, which contains `#` or `/`. */
  id: string
  /** The full name of the field, or of the field that a widget belongs to (12.7.4.2). */
  name: string
  /** The type of the field, inherited if need be; null if there is none. */
  fieldType: string | null
  dict: PdfDict
  /** Whether `/Parent` is the node that lists it, or absent for one that the form lists. */
  isPlaced: boolean
  /** The `id` of the nearest node with a `/T`: the field itself, or the field of a widget. */
  field: string
}

/** What a node gets from the node or form that lists it; `id` is for a node that is not an indirect object. */
type Parent = Omit<FieldNode, 'dict' | 'isPlaced'> & { node: PdfValue }

const MAX_FIELDS = 20_000
const MAX_DEPTH = 32

/** All nodes below `/AcroForm`, by `id`. A node that several parents list occurs once. */
export function readFields(document: PdfDocument): Map<string, FieldNode> {
  const form = formOf(document)
  const nodes = new Map<string, FieldNode>()
  if (!form) return nodes
  document.getItems(form, 'Fields').forEach((kid, index) => {
    visit(kid, { id: `#${index}`, name: '', fieldType: null, field: '', node: null }, 0)
  })
  return nodes

  function visit(value: PdfValue, parent: Parent, depth: number): void {
    const dict = document.resolve(value)
    if (depth > MAX_DEPTH || nodes.size > MAX_FIELDS) throw new TooLargeError('Too many fields')
    const id = isType(value, 'ref') ? `${value.number}` : parent.id
    if (!isType(dict, 'dict') || nodes.has(id)) return
    const title = textOf(document.get(dict, 'T'))
    const name = [parent.name, title].filter((part) => part !== null && part !== '').join('.')
    const field = title === null && parent.field !== '' ? parent.field : id
    const fieldType = document.getName(dict, 'FT') ?? parent.fieldType
    nodes.set(id, { id, name, fieldType, dict, field, isPlaced: hasParent(dict, parent.node) })
    document.getItems(dict, 'Kids').forEach((kid, index) => {
      visit(kid, { id: `${id}/${index}`, name, fieldType, field, node: value }, depth + 1)
    })
  }
}

/** The interactive form dictionary (12.7.3); null if there is none. */
export function formOf(document: PdfDocument): PdfDict | null {
  return dictOf(document.get(catalogOf(document), 'AcroForm'))
}
