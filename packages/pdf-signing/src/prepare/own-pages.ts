/**
 * Writes the tree of pages in one form, in which all readers find the same pages and show the same part of each (ISO 32000-2,
 * 7.7.3). Readers get what a page inherits through `/Parent` or from the nodes that list it, skip nodes by their count, and
 * treat a rotation that is not a multiple of 90 degrees each in their own way.
 */
import { type PDF, PdfDict } from '@libpdf/core'
import { dictOf, name, number } from '../pdf/objects.ts'
import { inherited, listPages, type Page } from '../pdf/pages.ts'

/**
 * Gives each page everything that it inherits, and lists all pages in one node.
 *
 * The resources are copied: pages often share them, and an appearance drawn onto one page would otherwise be added to all of
 * them, under a name that can exist there.
 */
export function ownPages(pdf: PDF, pages: Page[]): void {
  for (const page of pages) {
    ownResources(pdf, page.dict)
    ownPlace(pdf, page)
  }
  listPages(pdf, pages)
}

function ownResources(pdf: PDF, page: PdfDict): void {
  const shared = inherited(pdf, page, 'Resources')
  const holder = new PdfDict(shared === undefined ? [] : [['Resources', shared]])
  const resources = dictOf(pdf, holder, 'Resources')?.clone() ?? new PdfDict()
  const objects = dictOf(pdf, resources, 'XObject')?.clone()
  if (objects) resources.set('XObject', objects)
  page.set('Resources', resources)
}

/** Sets the type of a page, the part of it that is shown, and its rotation. */
function ownPlace(pdf: PDF, { dict: page, rotation }: Page): void {
  page.set('Type', name('Page'))
  for (const key of ['MediaBox', 'CropBox']) {
    const box = inherited(pdf, page, key)
    if (box !== undefined) page.set(key, box)
  }
  if (rotation === 0) page.delete('Rotate')
  else page.set('Rotate', number(rotation))
}
