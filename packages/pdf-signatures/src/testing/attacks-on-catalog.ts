import { type Attack, CATALOG, editCatalog, PAGE_1, TEXT_1 } from './numbers.ts'
import { append, edit, OVERLAY, objectText } from './updates.ts'

/** Attacks on the rest of the document that no signature permits: named updates, and the changes that must be reported. */
export const ATTACKS_ON_CATALOG: Record<string, Attack> = {
  'an open action': [
    (file) => editCatalog(file, '/OpenAction << /S /JavaScript /JS (x) >>'),
    ['- document-changed'],
  ],
  'layers that hide content': [
    (file) => editCatalog(file, '/OCProperties << /OCGs [] /D << >> >>'),
    ['- document-changed'],
  ],
  'an outline': [(file) => editCatalog(file, '/Outlines << >>'), ['- document-changed']],
  'a script in the name tree': [
    (file) => editCatalog(file, '/Names << /JavaScript << /Names [(a) << >>] >> >>'),
    ['- document-changed'],
  ],
  'an attachment': [
    (file) => editCatalog(file, '/Names << /EmbeddedFiles << /Names [(a.txt) << /F (a) >>] >> >>'),
    ['- attachment-changed a.txt'],
  ],
  'the certification named in the catalog replaced': [
    (file) => {
      const catalog = objectText(file, CATALOG).replace(/\/Perms <<[^>]*>>/, '')
      const changed = catalog.replace('/Type', '/Perms << /DocMDP 50 0 R >> /Type')
      return append(file, { objects: { [CATALOG]: changed } })
    },
    ['- document-changed'],
  ],
  'a second catalog': [
    (file) => append(file, { objects: { 50: objectText(file, CATALOG) }, root: '50 0 R' }),
    ['- document-changed'],
  ],
  'the title of the document': [
    (file) => append(file, { objects: { 50: '<< /Title (Invoice) >>' }, trailer: '/Info 50 0 R ' }),
    ['- metadata-changed'],
  ],
  'a validation store with other content': [
    (file) => editCatalog(file, '/DSS << /Pages 6 0 R >>'),
    ['- document-changed'],
  ],
  'a repeated key that readers resolve differently': [
    (file) => edit(file, PAGE_1, '/Contents 13 0 R', '/Contents 13 0 R /Contents 13 0 R'),
    ['- page-changed 1'],
  ],
  'an object freed': [
    (file) => append(file, { objects: { [TEXT_1]: null } }),
    ['- page-changed 1'],
  ],
  'metadata that a page could draw': [
    (file) => {
      const catalog = objectText(file, CATALOG).replace(/\/Metadata \d+ 0 R/, '')
      const changed = catalog.replace('/Type /Catalog', '/Type /Catalog /Metadata 50 0 R')
      return append(file, { objects: { [CATALOG]: changed, 50: OVERLAY } })
    },
    ['- metadata-changed'],
  ],
}
