import { useRef } from 'react'
import { DocumentBar } from './document-bar.tsx'
import { PdfPages, type PdfPagesProps } from './pdf-pages.tsx'
import { useZoom } from './use-zoom.ts'

/** The pages of a document for reading, over the whole width of a phone, and a bar to find one and to make them larger. */
export function ZoomablePages(props: Pick<PdfPagesProps, 'document' | 'renderOverlay'>) {
  const column = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useZoom(column)
  return (
    <div className="space-y-4">
      <DocumentBar document={props.document} zoom={zoom} onZoom={setZoom} />
      <PdfPages {...props} column={column} zoom={zoom} className="max-sm:-mx-4" />
    </div>
  )
}
