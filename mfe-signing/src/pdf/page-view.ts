import type { PdfPageSize } from './page-geometry.ts'

/** A page on the screen. `scale` is in CSS pixels per point. */
export type PageView = { number: number; size: PdfPageSize; scale: number }
