import { t } from '@inkproof/texts/text'
import { useId } from 'react'
import { cssColour } from './drawing.tsx'
import { INKS, type Ink } from './mark.ts'

const NAMES: Record<Ink, string> = { black: t('Black'), blue: t('Blue') }
const ALL: readonly Ink[] = ['black', 'blue']

/** Chooses black or blue ink. */
export function InkChoice({ ink, onChange }: { ink: Ink; onChange: (ink: Ink) => void }) {
  const name = useId()
  return (
    <fieldset className="flex items-center gap-1">
      <legend className="sr-only">{t('Ink')}</legend>
      {ALL.map((value) => (
        <label
          key={value}
          className="flex h-9 cursor-pointer items-center gap-2 rounded-md border border-transparent px-3 text-ink-muted text-sm transition-colors hover:text-ink has-checked:border-line-strong has-checked:bg-hover has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent-ink max-md:h-11"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={ink === value}
            onChange={() => onChange(value)}
            className="sr-only"
          />
          <Swatch ink={value} />
          {NAMES[value]}
        </label>
      ))}
    </fieldset>
  )
}

function Swatch({ ink }: { ink: Ink }) {
  return (
    <svg viewBox="0 0 12 12" className="size-4 rounded-full bg-white" aria-hidden="true">
      <circle cx="6" cy="6" r="5" fill={cssColour(INKS[ink])} />
    </svg>
  )
}
