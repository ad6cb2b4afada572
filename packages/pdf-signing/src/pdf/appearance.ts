/** Appearance streams (ISO 32000-2, 12.5.5): what a field looks like. */
import type { PDF, PdfDict, PdfObject, PdfRef } from '@libpdf/core'
import { array, dict, name, number, type Rectangle, rectangleArray } from './objects.ts'
import type { Rotation } from './pages.ts'

/** The space of an appearance, upright for the reader of a rotated page. `matrix` turns it back into the page's space. */
export type AppearanceBox = { width: number; height: number; matrix: number[] }

/** The space for a rectangle on a page that is shown rotated clockwise. */
export function boxFor({ width, height }: Rectangle, rotation: Rotation): AppearanceBox {
  switch (rotation) {
    case 90:
      return { width: height, height: width, matrix: [0, 1, -1, 0, width, 0] }
    case 180:
      return { width, height, matrix: [-1, 0, 0, -1, width, height] }
    case 270:
      return { width: height, height: width, matrix: [0, -1, 1, 0, 0, height] }
    default:
      return { width, height, matrix: [1, 0, 0, 1, 0, 0] }
  }
}

/** An appearance with this content stream. Everything outside the box is clipped. */
export function formStream(
  pdf: PDF,
  box: AppearanceBox,
  content: string | Uint8Array,
  resources: Record<string, PdfObject> = {},
): PdfRef {
  return pdf.createStream(
    {
      Type: name('XObject'),
      Subtype: name('Form'),
      BBox: rectangleArray({ x: 0, y: 0, width: box.width, height: box.height }),
      Matrix: array(...box.matrix.map(number)),
      Resources: dict(resources),
    },
    typeof content === 'string' ? Buffer.from(content, 'latin1') : new Uint8Array(content),
  )
}

/** An appearance that shows nothing. */
export function emptyAppearance(pdf: PDF, box: AppearanceBox): PdfRef {
  return formStream(pdf, box, '')
}

/** Replaces the normal appearance of a widget. */
export function setAppearance(widget: PdfDict, appearance: PdfRef): void {
  widget.set('AP', dict({ N: appearance }))
}
