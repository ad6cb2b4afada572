import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { Check } from 'lucide-react'
import { RadioDot } from '../appearance/radio-dot.tsx'
import type { PlacedField } from './draft.ts'
import { labelOf, nameOf } from './field-label.ts'
import { describeType } from './field-types.ts'
import { presetOf } from './settings-problem.ts'

type OthersContentProps = {
  field: PlacedField
  name: string
  /** In CSS pixels. */
  fontSize: number
  /** Of the field, in any unit. */
  size: { width: number; height: number }
}

/** What the field of another person shows: what it contains from the start, or otherwise its type and the person's name. */
export function OthersContent({ field, fontSize, name, size }: OthersContentProps) {
  const { icon: Icon } = describeType(field.type)
  const label = nameOf(field)
  const preset = presetOf(field)
  if (preset !== undefined)
    return <Preset type={field.type} text={preset} fontSize={fontSize} size={size} />
  return (
    <span
      className={cx(
        'flex size-full content-center items-center gap-x-1 overflow-hidden px-0.5 font-medium text-accent leading-tight',
        // A long label would be alone on its line, and the others would be cut off.
        labelOf(field) === undefined && 'flex-wrap',
      )}
      style={{ fontSize: Math.min(fontSize, 13) }}
      title={`${label}: ${name}`}
    >
      <Icon className="size-[1em] shrink-0" aria-hidden="true" />
      {field.type !== 'checkbox' && field.type !== 'radio' && (
        <>
          <span className="truncate">{label}</span>
          <span className="truncate font-normal">{name}</span>
        </>
      )}
    </span>
  )
}

type PresetProps = Pick<OthersContentProps, 'fontSize' | 'size'> & {
  type: PlacedField['type']
  text: string
}

function Preset({ fontSize, size, text, type }: PresetProps) {
  if (type !== 'checkbox' && type !== 'radio')
    return (
      <span className="flex size-full items-center px-0.5 text-black leading-tight">
        <span className="truncate" style={{ fontSize }}>
          {text}
        </span>
      </span>
    )
  return (
    <span className="flex size-full items-center justify-center text-black">
      {type === 'checkbox' ? (
        <Check className="size-full" strokeWidth={2.5} aria-hidden="true" />
      ) : (
        <RadioDot size={size} />
      )}
      <span className="sr-only">{t('Selected by default')}</span>
    </span>
  )
}
