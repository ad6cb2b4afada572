import { Switch as RadixSwitch } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { Choice } from './choice.tsx'
import { omitUndefined } from './omit-undefined.ts'

export type SwitchProps = {
  label: ReactNode
  hint?: ReactNode
  checked?: boolean | undefined
  defaultChecked?: boolean | undefined
  onCheckedChange?: ((checked: boolean) => void) | undefined
  disabled?: boolean | undefined
  name?: string | undefined
  side?: 'start' | 'end' | undefined
}

/** An on/off switch that takes effect immediately. */
export function Switch({ label, hint, side = 'end', ...rest }: SwitchProps) {
  const id = useId()
  const control = (
    <RadixSwitch.Root
      {...omitUndefined(rest)}
      id={id}
      {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
      className="relative inline-flex h-5.5 w-9.5 shrink-0 items-center rounded-full border border-line-strong bg-sunken transition-[background-color,border-color] after:absolute after:-inset-3 hover:border-accent-ink disabled:cursor-not-allowed data-[state=checked]:border-accent data-[state=checked]:bg-accent"
    >
      <RadixSwitch.Thumb className="block size-3.5 translate-x-0.75 rounded-full bg-ink-muted transition-[translate,background-color] duration-slow ease-settle data-[state=checked]:translate-x-4.75 data-[state=checked]:bg-on-accent" />
    </RadixSwitch.Root>
  )
  return (
    <Choice
      controlId={id}
      label={label}
      hint={hint}
      disabled={rest.disabled}
      control={control}
      side={side}
    />
  )
}
