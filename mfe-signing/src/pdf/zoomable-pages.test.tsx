/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { stubLayout } from '../testing/page-stubs.ts'
import { samplePdf, writePdf } from '../testing/sample-draft.ts'
import { openPdf } from './open-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'
import { ZoomablePages } from './zoomable-pages.tsx'

/** That of the column, in CSS pixels. */
const COLUMN = 600

let pdf: PdfDocument
beforeEach(() => {
  stubLayout()
  window.scrollBy = () => {}
})
afterEach(() => {
  cleanup()
  pdf.close()
})

async function setup(bytes = samplePdf()) {
  pdf = await openPdf(bytes)
  render(<ZoomablePages document={pdf} />)
  const user = userEvent.setup()
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  return {
    button,
    press: (name: string) => user.click(button(name)),
    pageWidth: () =>
      Number.parseFloat(screen.getByRole('listitem', { name: /^Page 1/ }).style.width),
    shownZoom: () => screen.getByRole('status').textContent,
  }
}

test('a page is as wide as its column until it is made larger or smaller', async () => {
  const { button, pageWidth, press, shownZoom } = await setup()
  expect(pageWidth()).toBeCloseTo(COLUMN)
  expect(shownZoom()).toBe('Page size 100%')
  expect(button('Fit width').disabled).toBe(true)
  await press('Zoom in')
  expect(pageWidth()).toBeCloseTo(1.25 * COLUMN)
  expect(shownZoom()).toBe('Page size 125%')
  await press('Fit width')
  expect(pageWidth()).toBeCloseTo(COLUMN)
  await press('Zoom out')
  expect(pageWidth()).toBeCloseTo(0.75 * COLUMN)
})

test('there is a largest and a smallest size', async () => {
  const { button, press, shownZoom } = await setup()
  while (!button('Zoom in').disabled) await press('Zoom in')
  expect(shownZoom()).toBe('Page size 400%')
  while (!button('Zoom out').disabled) await press('Zoom out')
  expect(shownZoom()).toBe('Page size 50%')
})

test('pages that are wider than the column can be scrolled by keyboard', async () => {
  const { press } = await setup()
  const region = screen.getByRole('region', { name: 'Document' })
  expect(region.hasAttribute('tabindex')).toBe(false)
  await press('Zoom in')
  expect(region.tabIndex).toBe(0)
})

test('the contents name the pages of bookmarks, and lead to them', async () => {
  const { press } = await setup(bookmarked(['lease.pdf', 4], ['house-rules.pdf', 5]))
  Element.prototype.scrollIntoView = function () {
    shown.push(this.getAttribute('aria-label'))
  }
  const shown: unknown[] = []
  await screen.findByRole('button', { name: 'Contents' })
  await press('Contents')
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(items).toEqual(['lease.pdfPage 1', 'house-rules.pdfPage 2'])
  await userEvent.click(screen.getByRole('menuitem', { name: /house-rules/ }))
  await waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Page 2 of 2'))
  expect(shown).toEqual(['Page 2 of 2'])
})

test('a bookmark of a page that does not exist is not listed, and one alone makes no contents', async () => {
  await setup(bookmarked(['lease.pdf', 4], ['missing.pdf', 9]))
  expect(await pdf.contents()).toEqual([{ title: 'lease.pdf', level: 0, page: 1 }])
  expect(screen.queryByRole('button', { name: 'Contents' })).toBeNull()
})

/** A PDF file with two pages, the objects 4 and 5, and two bookmarks: their titles and objects. */
function bookmarked([first, from]: [string, number], [second, to]: [string, number]) {
  return writePdf([
    '<</Type/Catalog/Pages 2 0 R/Outlines 3 0 R>>',
    '<</Type/Pages/Kids[4 0 R 5 0 R]/Count 2>>',
    '<</Type/Outlines/First 6 0 R/Last 7 0 R/Count 2>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>',
    `<</Title(${first})/Parent 3 0 R/Next 7 0 R/Dest[${from} 0 R/Fit]>>`,
    `<</Title(${second})/Parent 3 0 R/Prev 6 0 R/Dest[${to} 0 R/Fit]>>`,
  ])
}
