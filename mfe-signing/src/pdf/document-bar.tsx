import { ContentsMenu } from './contents-menu.tsx'
import { PagePosition } from './page-position.tsx'
import type { PdfDocument } from './pdf-document.ts'
import { ZoomBar } from './zoom-bar.tsx'

type Props = { document: PdfDocument; zoom: number; onZoom: (zoom: number) => void }

/**
 * Which page is shown, the document's contents and the size of its pages. Stays below the header while they scroll. It is in the
 * part of the window from which the shell keeps away what gets the focus (`scroll-padding-top`), so its buttons must not make
 * the window scroll.
 */
export function DocumentBar({ document, onZoom, zoom }: Props) {
  return (
    <div className="sticky top-16 z-30 -mx-4 flex items-center gap-1 border-line border-y bg-canvas px-4 py-1 sm:mx-0 sm:px-0 [&_*]:-scroll-mt-20">
      <PagePosition count={document.pages.length} />
      <ContentsMenu document={document} />
      <ZoomBar zoom={zoom} onZoom={onZoom} />
    </div>
  )
}
