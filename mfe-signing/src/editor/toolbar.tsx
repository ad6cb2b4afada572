import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { IconButton } from '@inkproof/ui/icon-button'
import { ZoomIn, ZoomOut } from 'lucide-react'
import { ContentsMenu } from '../pdf/contents-menu.tsx'
import { PagePosition } from '../pdf/page-position.tsx'
import type { PdfDocument } from '../pdf/pdf-document.ts'

const ZOOMS = [1, 1.25, 1.5, 2, 3]

type ToolbarProps = {
  pdf: PdfDocument
  zoom: number
  onZoom: (zoom: number) => void
  /** What is missing, as a sentence. */
  hint: string | null
  /** What the button does. */
  label: string
  /** Whether the button's work is being done. */
  isBusy: boolean
  onContinue: () => void
}

/** Stays at the top of the window while the pages scroll. */
export function Toolbar({ pdf, zoom, onZoom, hint, label, isBusy, onContinue }: ToolbarProps) {
  const index = ZOOMS.indexOf(zoom)
  const set = (next: number | undefined) => next !== undefined && onZoom(next)
  return (
    <div className="sticky top-16 z-30 -mx-4 flex items-center gap-1 border-line border-b bg-canvas/95 px-4 py-2 backdrop-blur sm:-mx-6 sm:gap-2 sm:px-6 lg:mx-0 lg:px-0">
      <PagePosition count={pdf.pages.length} />
      <ContentsMenu document={pdf} />
      <div className="flex max-sm:hidden">
        <IconButton
          label={t('Zoom out')}
          size="sm"
          disabled={index === 0}
          onClick={() => set(ZOOMS[index - 1])}
        >
          <ZoomOut />
        </IconButton>
        <IconButton
          label={t('Zoom in')}
          size="sm"
          disabled={index === ZOOMS.length - 1}
          onClick={() => set(ZOOMS[index + 1])}
        >
          <ZoomIn />
        </IconButton>
      </div>
      <IconButton
        label={zoom === 1 ? t('Zoom in') : t('Zoom out')}
        className="sm:hidden"
        onClick={() => onZoom(zoom === 1 ? 2 : 1)}
      >
        {zoom === 1 ? <ZoomIn /> : <ZoomOut />}
      </IconButton>
      <p
        id="missing"
        className="ml-auto min-w-0 truncate text-right text-ink-muted text-sm max-md:hidden"
      >
        {hint}
      </p>
      <Button
        variant="primary"
        aria-describedby={hint === null ? undefined : 'missing'}
        className="max-md:ml-auto"
        busy={isBusy}
        onClick={onContinue}
      >
        {label}
      </Button>
    </div>
  )
}
