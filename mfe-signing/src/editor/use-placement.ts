import type { FieldType } from '@inkproof/protocol/envelope-fields'
import { t } from '@inkproof/texts/text'
import type { PageView } from '../pdf/page-view.ts'
import type { PdfDocument } from '../pdf/pdf-document.ts'
import { visiblePage } from '../pdf/visible-page.ts'
import { newButtons } from './buttons.ts'
import { addFields } from './draft.store.ts'
import { ME, type PlacedField } from './draft.ts'
import { announce, arm, configure, select } from './editor-ui.store.ts'
import { controlOf, focusBox } from './field-keys.ts'
import { describeType } from './field-types.ts'
import { fieldAt, freeCenter } from './place-field.ts'

type Center = { left: number; top: number }
type Page = Pick<PageView, 'number' | 'size'>

/** Adds fields to the document in each of the ways that the editor offers. */
export function usePlacement(
  pdf: PdfDocument,
  fields: readonly PlacedField[],
  recipient: string | null,
) {
  const place = (type: FieldType, page: Page, center: Center) => {
    arm(null)
    if (recipient === null) return
    const field = { ...fieldAt(type, page, center), recipient }
    const [added] = addFields(type === 'radio' ? newButtons(field, page) : [field])
    if (added === undefined) return
    select(added.id)
    const values = { field: describeType(type).label, page: page.number }
    announce(t('“{field}” was added to page {page}.', values))
    focusField(added)
  }
  return {
    /** Adds a field whose center is at this point of the page. */
    place,
    /** Adds a field to the page that is on the screen. */
    addToVisiblePage(type: FieldType) {
      const number = visiblePage()
      const size = pdf.pages[number - 1]
      if (size === undefined) return
      const page = { number, size }
      place(type, page, freeCenter(type, page, fields, visibleCenter(page)))
    },
    /** Adds a field at a position of the window, if a page is there. */
    placeAt(type: FieldType, { x, y }: { x: number; y: number }) {
      const element = document.elementFromPoint(x, y)?.closest('[data-page]')
      const number = Number(element?.getAttribute('data-page'))
      const size = pdf.pages[number - 1]
      if (!element || size === undefined) return
      const box = element.getBoundingClientRect()
      const scale = box.width / size.width
      place(type, { number, size }, { left: (x - box.left) / scale, top: (y - box.top) / scale })
    },
  }
}

/** The middle of the part of a page that is on the screen. */
function visibleCenter({ number, size }: Page): Center {
  const box = document.querySelector(`[data-page="${number}"]`)?.getBoundingClientRect()
  if (box === undefined || box.height === 0) return { left: size.width / 2, top: size.height / 2 }
  const top = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2
  return { left: size.width / 2, top: ((top - box.top) / box.height) * size.height }
}

/** Moves the focus to a new field: own text fields can be typed into at once, and a drop-down list asks for its options. */
function focusField({ id, recipient, type }: PlacedField): void {
  requestAnimationFrame(() => {
    const box = focusBox(id)
    if (box && type === 'text' && recipient === ME) controlOf(box).focus({ preventScroll: true })
    // The dialog returns the focus to what has it now.
    if (type === 'dropdown') configure(id)
  })
}
