import { cx } from 'class-variance-authority'
import { Check, Minus } from 'lucide-react'
import { Checkbox as RadixCheckbox } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { BOX, Choice } from './choice.tsx'
import { omitUndefined } from './omit-undefined.ts'

export type CheckboxProps = {
  label: ReactNode
  hint?: ReactNode
  /** Use `indeterminate` for a list of which only some items are selected. */
  checked?: boolean | 'indeterminate' | undefined
  defaultChecked?: boolean | undefined
  onCheckedChange?: ((checked: boolean) => void) | undefined
  disabled?: boolean | undefined
  required?: boolean | undefined
  invalid?: boolean | undefined
  name?: string | undefined
  /** Hides the label visually but not from screen readers, as in a table row. */
  hideLabel?: boolean | undefined
}

/** A checkbox, submitted with its form. */
export function Checkbox(props: CheckboxProps) {
  const { label, hint, onCheckedChange, invalid, hideLabel, ...rest } = props
  const id = useId()
  const box = (
    <RadixCheckbox.Root
      {...omitUndefined(rest)}
      id={id}
      className={cx(BOX, 'group/box rounded-xs')}
      onCheckedChange={(checked) => onCheckedChange?.(checked === true)}
      {...(invalid && { 'aria-invalid': true })}
      {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
      {...(hideLabel && typeof label === 'string' ? { 'aria-label': label } : {})}
    >
      <RadixCheckbox.Indicator>
        <Minus className="hidden size-3.5 group-data-[state=indeterminate]/box:block" />
        <Check strokeWidth={3} className="hidden size-3.5 group-data-[state=checked]/box:block" />
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  )
  if (hideLabel) return box
  return <Choice controlId={id} label={label} hint={hint} disabled={rest.disabled} control={box} />
}
