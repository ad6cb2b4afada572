import {
  type Attack,
  annotate,
  annotation,
  FONT,
  PAGE_1,
  PAGE_2,
  PAGES,
  TEXT_1,
  widget,
} from './numbers.ts'
import { append, edit, objectText, stream } from './updates.ts'

/** Makes object 60 the parent of a page. */
function reparent(file: Uint8Array, page: number, parent: string): Uint8Array {
  const changed = objectText(file, page).replace('/Parent 6 0 R', '/Parent 60 0 R')
  return append(file, { objects: { [page]: changed, 60: parent } })
}

/** Attacks on pages and annotations that no signature permits: named updates, and the changes that must be reported. */
export const ATTACKS_ON_PAGES: Record<string, Attack> = {
  'the content of a page': [
    (file) => append(file, { objects: { [TEXT_1]: stream('BT (pay 999) Tj ET') } }),
    ['- page-changed 1'],
  ],
  'a font that pages show': [
    (file) => edit(file, FONT, 'Helvetica', 'ZapfDingbats'),
    ['- form-changed', '- appearance-changed 1', '- appearance-changed 2'],
  ],
  'the size of a page': [(file) => edit(file, PAGE_2, '300 300', '300 200'), ['- page-changed 2']],
  'the rotation of all pages': [
    (file) => edit(file, PAGES, '/Count', '/Rotate 180 /Count'),
    ['- document-changed', '- page-changed 1', '- page-changed 2'],
  ],
  'the order of the pages': [
    (file) => edit(file, PAGES, '8 0 R 12 0 R', '12 0 R 8 0 R'),
    ['- document-changed'],
  ],
  'the count of pages alone': [
    (file) => edit(file, PAGES, '/Count 2', '/Count 1'),
    ['- document-changed'],
  ],
  'a page removed': [(file) => edit(file, PAGES, '8 0 R 12 0 R', '8 0 R'), ['- page-removed 2']],
  'a page added': [
    (file) =>
      append(file, {
        objects: {
          [PAGES]: '<< /Type /Pages /Count 3 /Kids [8 0 R 50 0 R 12 0 R] >>',
          50: '<< /Type /Page /Parent 6 0 R /MediaBox [0 0 300 300] >>',
        },
      }),
    ['- page-added 2'],
  ],
  'a page twice': [
    (file) => edit(file, PAGES, '8 0 R 12 0 R', '8 0 R 12 0 R 12 0 R'),
    ['- document-changed'],
  ],
  'another parent, from which a page inherits': [
    (file) => reparent(file, PAGE_2, '<< /Type /Pages /Kids [8 0 R 12 0 R] /Rotate 180 >>'),
    ['- page-changed 2'],
  ],
  'no parent': [(file) => edit(file, PAGE_2, '/Parent 6 0 R', ''), ['- page-changed 2']],
  'a parent of the root of all pages': [
    (file) => {
      const root = objectText(file, PAGES).replace('/Count', '/Parent 60 0 R /Count')
      return append(file, { objects: { [PAGES]: root, 60: '<< /Rotate 180 >>' } })
    },
    ['- document-changed', '- page-changed 1', '- page-changed 2'],
  ],
  'a free text annotation (evil annotation)': [
    (file) => annotate(file, annotation('FreeText')),
    ['- annotation-added 1'],
  ],
  'a stamp annotation with an appearance': [
    (file) => annotate(file, annotation('Stamp', '/AP << /N 51 0 R >> ')),
    ['- annotation-added 1'],
  ],
  'a highlight with an appearance of its own': [
    (file) => annotate(file, annotation('Highlight', '/AP << /N 51 0 R >> ')),
    ['- annotation-added 1'],
  ],
  'a note with an action': [
    (file) => annotate(file, annotation('Text', '/A << /S /JavaScript /JS (x) >> ')),
    ['- annotation-added 1'],
  ],
  'a link': [(file) => annotate(file, annotation('Link')), ['- annotation-added 1']],
  'a widget of no field': [
    (file) => annotate(file, widget('Tx', '/AP << /N 51 0 R >> ')),
    ['- annotation-added 1'],
  ],
  'a widget removed from its page': [
    (file) => edit(file, PAGE_1, '3 0 R 4 0 R', '4 0 R'),
    ['- annotation-changed 1'],
  ],
  'a widget listed on another page': [
    (file) => edit(file, PAGE_2, '/Type /Page', '/Annots [3 0 R] /Type /Page'),
    ['- annotation-added 2'],
  ],
  'the order of the widgets': [
    (file) => edit(file, PAGE_1, '3 0 R 4 0 R', '4 0 R 3 0 R'),
    ['- annotation-changed 1'],
  ],
}
