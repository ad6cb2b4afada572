/** Checks the widgets of a prepared file: each is where its field is, as it was prepared, and there are no others. */
import type { Field } from '@inkproof/signing/field'
import type { Page } from '../changes/pages.ts'
import { isType, type PdfDict, type PdfValue } from '../pdf/values.ts'
import { drawsSame } from './button-streams.ts'
import {
  arrayOf,
  dictionary,
  type Expectation,
  exactly,
  hasShape,
  referenceTo,
  type Shape,
} from './dictionary-shape.ts'
import { isAtPlace, type Places, rotationOf, uprightSize } from './field-place.ts'

/** A field or a widget, which is an indirect object. */
export type Node = { id: string; dict: PdfDict }

/** Print and Locked (ISO 32000-2, table 167). */
const WIDGET_FLAGS = 4 | 128

export class PreparedWidgets {
  private readonly places: Places
  /** Fields and widgets that were found, none of which may serve twice. */
  private readonly known = new Set<string>()
  private readonly shown = new Set<string>()

  constructor(places: Places) {
    this.places = places
  }

  /** The dictionary that a reference leads to, if it was not found before. */
  nodeOf(entry: PdfValue | undefined): Node | null {
    const dict = this.places.document.resolve(entry)
    if (!isType(entry, 'ref') || !isType(dict, 'dict')) return null
    const id = `${entry.number}`
    if (this.known.has(id)) return null
    this.known.add(id)
    return { id, dict }
  }

  /** Whether a widget is where the field is, with these entries besides those of every widget. */
  isWidget(node: Node, field: Field, shapeOn: (page: Page) => Shape): boolean {
    const { document, pages } = this.places
    const page = pages[field.page - 1]
    if (!page || !isAtPlace(node, field, this.places)) return false
    const rotation = rotationOf(page.dict, document)
    const shape = {
      ...widgetOn(page.id),
      ...shapeOn(page),
      ...(rotation !== 0 && { MK: dictionary({ R: exactly(rotation) }) }),
    }
    this.shown.add(node.id)
    return hasShape(node.dict, shape, document)
  }

  /** Whether a widget has no size and is on no page, with these entries besides those of every widget. */
  isInvisible({ dict, id }: Node, shape: Shape): boolean {
    const { document, listed, pages } = this.places
    const widget = {
      ...widgetOn(pages[0]?.id ?? ''),
      ...shape,
      Rect: arrayOf([0, 0, 0, 0].map((length) => exactly(length))),
    }
    return !listed.has(id) && hasShape(dict, widget, document)
  }

  /** An appearance that fills its widget. Its drawing can depend on its size. */
  draws(
    drawing: string | ((size: { width: number; height: number }) => string),
    { dict }: Node,
    page: Page,
  ): Expectation {
    return (value, _entry, document) => {
      const size = isType(value, 'stream') && uprightSize(value, dict, page.dict, document)
      const data = size && document.decodedOrNull(value)
      if (!data) return false
      return drawsSame(data, typeof drawing === 'string' ? drawing : drawing(size))
    }
  }

  /** Pages show links, and then the widgets of these fields: a link could cover what is before it. */
  hasNoOthers(): boolean {
    const { document, pages } = this.places
    return pages.every(({ annotations }) => {
      const firstShown = annotations.findIndex(({ id }) => this.shown.has(id))
      return annotations.every(({ id, value }, index) => {
        const dict = document.resolve(value)
        if (!isType(dict, 'dict')) return false
        if (this.shown.has(id)) return true
        const isBelow = firstShown < 0 || index < firstShown
        return isBelow && document.getName(dict, 'Subtype') === 'Link'
      })
    })
  }
}

/** The entries that every widget has. Its rectangle is compared separately. */
function widgetOn(page: string): Shape {
  return {
    Type: exactly('/Annot'),
    Subtype: exactly('/Widget'),
    P: referenceTo(page),
    Rect: () => true,
    F: exactly(WIDGET_FLAGS),
  }
}
