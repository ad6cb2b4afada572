/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { stubLayout } from '../testing/page-stubs.ts'
import { samplePdf } from '../testing/sample-draft.ts'
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

async function setup() {
  pdf = await openPdf(samplePdf())
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
