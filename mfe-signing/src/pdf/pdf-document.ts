import type { FieldType, Rectangle } from '@inkproof/protocol/envelope-fields'
import type { ContentsEntry } from './contents.ts'
import type { PdfPageSize } from './page-geometry.ts'

/** A field of the document's own form, as a suggestion. */
export type FormField = {
  type: Extract<FieldType, 'signature' | 'text' | 'checkbox'>
  /** Counts from 1. */
  page: number
  rectangle: Rectangle
  /** What the form calls it, for people; absent if its name says nothing. */
  label?: string
}

/** An open document. Pages count from 1; `scale` is in CSS pixels per point. */
export type PdfDocument = {
  pages: readonly PdfPageSize[]
  /**
   * Draws a page into a canvas that has no content yet, and sets the canvas's resolution to that of the screen. Pages
   * are drawn one after the other. @throws PdfError; the signal's reason if it aborts
   */
  renderPage(
    canvas: HTMLCanvasElement,
    page: number,
    scale: number,
    signal: AbortSignal,
  ): Promise<void>
  /** Adds the page's text to an element, invisibly, for selection and screen readers. Errors as in `renderPage`. */
  renderText(
    container: HTMLElement,
    page: number,
    scale: number,
    signal: AbortSignal,
  ): Promise<void>
  /** Lists the fields of the document's form that a person can fill in. @throws PdfError */
  formFields(): Promise<FormField[]>
  /** Lists the document's bookmarks of the first two levels, in their order; none that leads to no page. @throws PdfError */
  contents(): Promise<ContentsEntry[]>
  /** Frees the memory and ends the worker. */
  close(): void
}
