/** Changes of prepared forms that a dishonest service could make. */
import { boxFor, formStream } from '@inkproof/pdf-signing/pdf/appearance'
import {
  array,
  arrayOf,
  dict,
  dictOf,
  name,
  number,
  rectangleArray,
  rectangleOf,
  string,
} from '@inkproof/pdf-signing/pdf/objects'
import { addAnnotations, pagesOf } from '@inkproof/pdf-signing/pdf/pages'
import { fieldOf, type Pdf, type PdfDictionary, statesOf, widgetOf } from './prepared-form.ts'

export type Attack = (pdf: Pdf) => void
export type PdfValue = Parameters<PdfDictionary['set']>[1]

export const SCRIPT = dict({ S: name('JavaScript'), JS: string('app.alert(1)') })

export function numbers(...values: number[]): PdfValue[] {
  return values.map(number)
}

export const set =
  (field: string, key: string, value: PdfValue): Attack =>
  (pdf) =>
    fieldOf(pdf, field).set(key, value)
export const setOnWidget =
  (field: string, key: string, value: PdfValue): Attack =>
  (pdf) =>
    widgetOf(pdf, field).set(key, value)
export const remove =
  (field: string, key: string): Attack =>
  (pdf) =>
    fieldOf(pdf, field).delete(key)

/** A stream of the size of a widget. */
export function drawn(pdf: Pdf, field: string, content: string, resources = {}) {
  const rectangle = rectangleOf(pdf, widgetOf(pdf, field), 'Rect')
  if (!rectangle) throw new Error('The widget has no place')
  return formStream(pdf, boxFor(rectangle, 0), content, resources)
}

/** Replaces the drawing of a state by another one of the same size. */
export const draw =
  (field: string, state: string, content: string, resources = {}): Attack =>
  (pdf) =>
    statesOf(pdf, widgetOf(pdf, field)).set(state, drawn(pdf, field, content, resources))

/** Exchanges the drawings of two states, which can be those of two buttons. */
export const exchange =
  (field: string, state: string, otherField: string, otherState: string): Attack =>
  (pdf) => {
    const [first, second] = [field, otherField].map((item) => statesOf(pdf, widgetOf(pdf, item)))
    const [drawing, otherDrawing] = [first?.get(state), second?.get(otherState)]
    if (drawing && otherDrawing) {
      first?.set(state, otherDrawing)
      second?.set(otherState, drawing)
    }
  }

/** Changes an entry of the stream of a state. */
export const setOnStream =
  (field: string, state: string, key: string, value: PdfValue): Attack =>
  (pdf) =>
    dictOf(pdf, statesOf(pdf, widgetOf(pdf, field)), state)?.set(key, value)

/** Renames the state "on" of a button. */
export const rename =
  (field: string, state: string, otherState: string): Attack =>
  (pdf) => {
    const states = statesOf(pdf, widgetOf(pdf, field))
    const drawing = states.get(state)
    states.delete(state)
    if (drawing) states.set(otherState, drawing)
  }

/** Adds or replaces an appearance. */
export const setAppearance =
  (field: string, key: string, content: string): Attack =>
  (pdf) =>
    dictOf(pdf, widgetOf(pdf, field), 'AP')?.set(key, drawn(pdf, field, content))

/** Moves a widget by so many points, and makes it so much wider. */
export const move =
  (field: string, by: number, wider = 0): Attack =>
  (pdf) => {
    const widget = widgetOf(pdf, field)
    const place = rectangleOf(pdf, widget, 'Rect')
    if (!place) throw new Error('The widget has no place')
    const moved = { ...place, x: place.x + by, width: place.width + wider }
    widget.set('Rect', rectangleArray(moved))
  }

/** Takes the widget of a field off the first page, and puts it on these. */
export const showOn =
  (field: string, ...wanted: number[]): Attack =>
  (pdf) => {
    const { dict: node, ref } = annotationOf(pdf, field)
    const pages = pagesOf(pdf)
    const annotations = arrayOf(pdf, pages[0]?.dict, 'Annots')?.toArray() ?? []
    pages[0]?.dict.set('Annots', array(...annotations.filter((item) => item !== ref)))
    for (const index of wanted) {
      const page = pages[index]
      if (!page) continue
      addAnnotations(pdf, page.dict, [ref])
      node.set('P', page.ref)
    }
  }

function annotationOf(pdf: Pdf, field: string) {
  const widget = widgetOf(pdf, field)
  const annotations = arrayOf(pdf, pagesOf(pdf)[0]?.dict, 'Annots')?.toArray() ?? []
  for (const ref of annotations)
    if (ref.type === 'ref' && pdf.getObject(ref) === widget) return { dict: widget, ref }
  throw new Error('The widget is not on the first page')
}

/** Adds a field to the form, which can be that of other pages too. */
export function addField(pdf: Pdf, entries: Record<string, PdfValue>, isShown = true) {
  const page = pagesOf(pdf)[0]
  if (!page) throw new Error('There is no page')
  const field = dict({
    ...{ Type: name('Annot'), Subtype: name('Widget'), F: number(4 | 128), P: page.ref },
    ...{ FT: name('Tx'), Rect: array(...numbers(300, 300, 400, 320)), ...entries },
  })
  const ref = pdf.register(field)
  if (isShown) addAnnotations(pdf, page.dict, [ref])
  return ref
}
