import type { FieldType } from '@inkproof/protocol/envelope-fields'
import { describeType } from './field-types.ts'

type OthersContentProps = {
  type: FieldType
  name: string
  /** In CSS pixels. */
  fontSize: number
}

/** What the field of another person shows: its type and the person's name. */
export function OthersContent({ fontSize, name, type }: OthersContentProps) {
  const { icon: Icon, label } = describeType(type)
  return (
    <span
      className="flex size-full flex-wrap content-center items-center gap-x-1 overflow-hidden px-0.5 font-medium text-accent leading-tight"
      style={{ fontSize: Math.min(fontSize, 13) }}
      title={`${label}: ${name}`}
    >
      <Icon className="size-[1em] shrink-0" aria-hidden="true" />
      {type !== 'checkbox' && type !== 'radio' && (
        <>
          <span className="truncate">{label}</span>
          <span className="truncate font-normal">{name}</span>
        </>
      )}
    </span>
  )
}
