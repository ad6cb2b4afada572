import { toSvgPath } from '@inkproof/signing/appearance-stream'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { cx } from 'class-variance-authority'
import { Eraser, Undo2 } from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import { cssColour } from './drawing.tsx'
import { outlineStroke, type Stroke } from './drawn-mark.ts'
import { INKS, type Ink } from './mark.ts'
import { PAPER } from './paper.ts'

type DrawTabProps = {
  strokes: readonly Stroke[]
  onChange: (strokes: readonly Stroke[]) => void
  ink: Ink
}

/** Draws with a mouse, a finger or a pen. */
export function DrawTab({ strokes, onChange, ink }: DrawTabProps) {
  const isEmpty = strokes.length === 0
  return (
    <div>
      <DrawingArea strokes={strokes} onChange={onChange} ink={ink} />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        <p className="py-1.5 text-ink-faint text-sm">
          {t('If you cannot draw here, type your name instead.')}
        </p>
        <div className="-mr-3 ml-auto flex">
          <Button
            size="sm"
            variant="ghost"
            disabled={isEmpty}
            onClick={() => onChange(strokes.slice(0, -1))}
          >
            <Undo2 aria-hidden="true" />
            {t('Undo')}
          </Button>
          <Button size="sm" variant="ghost" disabled={isEmpty} onClick={() => onChange([])}>
            <Eraser aria-hidden="true" />
            {t('Clear')}
          </Button>
        </div>
      </div>
    </div>
  )
}

function DrawingArea({ strokes, onChange, ink }: DrawTabProps) {
  const { all, handlers } = usePen(strokes, onChange)
  return (
    <div className={PAPER}>
      <svg
        role="img"
        aria-label={t('Drawing area')}
        {...handlers}
        className="block h-52 w-full cursor-crosshair touch-none select-none sm:h-60"
      >
        {all.map((stroke, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only added and removed at the end
          <path key={i} d={toSvgPath(outlineStroke(stroke), 0)} fill={cssColour(INKS[ink])} />
        ))}
      </svg>
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-8 bottom-12 border-black/20 border-b border-dashed"
      />
      <p
        className={cx(
          'pointer-events-none absolute inset-x-8 bottom-13 text-black/60 text-sm transition-opacity',
          all.length > 0 && 'opacity-0',
        )}
      >
        {t('Sign here')}
      </p>
    </div>
  )
}

/** Follows the pointer. `all` includes the stroke that is being drawn. */
function usePen(strokes: readonly Stroke[], onChange: DrawTabProps['onChange']) {
  const [current, setCurrent] = useState<Stroke | null>(null)
  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    if (!event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    setCurrent(pointsOf(event))
  }
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    if (!event.isPrimary) return
    const points = pointsOf(event)
    setCurrent((stroke) => stroke && [...stroke, ...points])
  }
  const end = () => {
    if (current) onChange([...strokes, current])
    setCurrent(null)
  }
  return {
    all: current ? [...strokes, current] : strokes,
    handlers: { onPointerDown, onPointerMove, onPointerUp: end, onPointerCancel: end },
  }
}

/** Also the points between two frames, if the browser reports them. */
function pointsOf({ currentTarget, nativeEvent }: PointerEvent<SVGSVGElement>): Stroke {
  const { left, top } = currentTarget.getBoundingClientRect()
  const coalesced = nativeEvent.getCoalescedEvents?.() ?? []
  const events = coalesced.length > 0 ? coalesced : [nativeEvent]
  return events.map(({ clientX, clientY }) => [clientX - left, clientY - top] as const)
}
