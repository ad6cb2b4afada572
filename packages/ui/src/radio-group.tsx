import { cx } from 'class-variance-authority'
import { RadioGroup as RadixRadioGroup } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { BOX, Choice } from './choice.tsx'
import { omitUndefined } from './omit-undefined.ts'

export type RadioOption<Value extends string = string> = {
  value: Value
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean | undefined
}

export type RadioGroupProps<Value extends string = string> = {
  /** The label of the group. */
  label: ReactNode
  options: readonly RadioOption<Value>[]
  value?: Value | undefined
  defaultValue?: Value | undefined
  onValueChange?: ((value: Value) => void) | undefined
  disabled?: boolean | undefined
  name?: string | undefined
  /** `cards` renders each option as a card, for choices that need explanation. */
  look?: 'lines' | 'cards' | undefined
}

/** Selects one of a few visible options; the arrow keys move between them. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, options, onValueChange, look = 'lines', ...rest } = props
  const labelId = useId()
  return (
    <RadixRadioGroup.Root
      {...omitUndefined(rest)}
      aria-labelledby={labelId}
      onValueChange={(value) => onValueChange?.(value as Value)}
    >
      <p id={labelId} className="mb-2 font-medium text-ink text-sm">
        {label}
      </p>
      <div className={cx(look === 'cards' && 'grid gap-3 sm:grid-cols-2')}>
        {options.map((option) => (
          <Option key={option.value} option={option} look={look} />
        ))}
      </div>
    </RadixRadioGroup.Root>
  )
}

function Option({ option, look }: { option: RadioOption; look: 'lines' | 'cards' }) {
  const id = useId()
  const choice = (
    <Choice
      controlId={id}
      label={option.label}
      hint={option.hint}
      disabled={option.disabled}
      control={
        <RadixRadioGroup.Item
          id={id}
          value={option.value}
          {...(option.disabled && { disabled: true })}
          {...(option.hint ? { 'aria-describedby': `${id}-hint` } : {})}
          className={cx(BOX, 'rounded-full')}
        >
          <RadixRadioGroup.Indicator className="size-1.75 rounded-full bg-on-accent" />
        </RadixRadioGroup.Item>
      }
    />
  )
  if (look === 'lines') return choice
  return (
    <div className="relative rounded-lg border border-line bg-surface px-4 py-3 transition-colors has-data-[state=checked]:border-accent-ink has-data-[state=checked]:bg-accent-wash hover:border-line-strong [&_label]:after:absolute [&_label]:after:inset-0">
      {choice}
    </div>
  )
}
