import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { IconButton } from '@inkproof/ui/icon-button'
import { ZoomIn, ZoomOut } from 'lucide-react'
import { useVisiblePage } from './visible-page.ts'

const ZOOMS = [1, 1.25, 1.5, 2, 3]

type ToolbarProps = {
  pageCount: number
  zoom: number
  onZoom: (zoom: number) => void
  /** What is missing, as a sentence. */
  hint: string | null
  /** What the button does. */
  label: string
  onContinue: () => void
}

/** Stays at the top of the window while the pages scroll. */
export function Toolbar({ pageCount, zoom, onZoom, hint, label, onContinue }: ToolbarProps) {
  const page = useVisiblePage()
  const index = ZOOMS.indexOf(zoom)
  const set = (next: number | undefined) => next !== undefined && onZoom(next)
  return (
    <div className="sticky top-16 z-30 -mx-4 flex items-center gap-2 border-line border-b bg-canvas/95 px-4 py-2 backdrop-blur sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0">
      <p className="whitespace-nowrap text-ink-muted text-sm tabular-nums">
        {t('Page {number} of {count}', { number: page, count: pageCount })}
      </p>
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
        onClick={onContinue}
      >
        {label}
      </Button>
    </div>
  )
}
