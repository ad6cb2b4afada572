import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { IconButton } from '@inkproof/ui/icon-button'
import { MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { FIT_WIDTH, nextZoom } from './zoom-levels.ts'

type Props = { zoom: number; onZoom: (zoom: number) => void }

/** Makes the pages larger or smaller. */
export function ZoomBar({ onZoom, zoom }: Props) {
  const smaller = nextZoom(zoom, -1)
  const larger = nextZoom(zoom, 1)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form.
    <div role="group" aria-label={t('Page size')} className="ml-auto flex items-center gap-1">
      <IconButton
        label={t('Zoom out')}
        size="sm"
        disabled={smaller === undefined}
        onClick={() => smaller !== undefined && onZoom(smaller)}
      >
        <ZoomOut />
      </IconButton>
      <output className="min-w-14 text-center text-ink-muted text-sm tabular-nums">
        <span className="sr-only">{t('Page size')} </span>
        {PERCENT.format(zoom)}
      </output>
      <IconButton
        label={t('Zoom in')}
        size="sm"
        disabled={larger === undefined}
        onClick={() => larger !== undefined && onZoom(larger)}
      >
        <ZoomIn />
      </IconButton>
      <Button
        size="sm"
        variant="ghost"
        disabled={zoom === FIT_WIDTH}
        onClick={() => onZoom(FIT_WIDTH)}
      >
        <MoveHorizontal className="sm:hidden" />
        <span className="max-sm:sr-only">{t('Fit width')}</span>
      </Button>
    </div>
  )
}

const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent' })
