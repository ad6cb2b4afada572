import { Check } from 'lucide-react'
import { AppearancePreview } from '../appearance/appearance-preview.tsx'
import { RadioDot } from '../appearance/radio-dot.tsx'
import { shownSize, toShown } from '../pdf/page-geometry.ts'
import type { PageView } from '../pdf/page-view.ts'
import type { FinalValue } from './final-values.ts'

type Props = { page: PageView; values: readonly FinalValue[] }

/** What the signature adds to a page, at its place: drawn from the streams that the statement covers. */
export function FieldOverlay({ page: { number, scale, size }, values }: Props) {
  return values
    .filter(({ page }) => page === number)
    .map(({ appearance, field, label, rectangle, text, type }) => {
      const { height, left, top, width } = toShown(size, rectangle)
      const place = {
        left: left * scale,
        top: top * scale,
        width: width * scale,
        height: height * scale,
      }
      return (
        <div key={field} className="absolute overflow-hidden" style={place} data-field={field}>
          <span className="sr-only">
            {text === '' || !appearance ? label : `${label}: ${text}`}
          </span>
          {appearance ? (
            <AppearancePreview bytes={appearance} size={shownSize(size, rectangle)} />
          ) : type === 'radio' ? (
            <RadioDot size={shownSize(size, rectangle)} />
          ) : (
            <Check className="size-full text-black" aria-hidden="true" />
          )}
        </div>
      )
    })
}
