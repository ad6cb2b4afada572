import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'

export type ChoiceProps = {
  controlId: string
  label: ReactNode
  /** A sentence under the label. */
  hint?: ReactNode
  disabled?: boolean | undefined
  control: ReactNode
  /** `end` puts the control on the far side of the row, as for switches. */
  side?: 'start' | 'end' | undefined
}

/** Lays out a checkbox, radio button or switch with its label. */
export function Choice({ controlId, label, hint, disabled, control, side = 'start' }: ChoiceProps) {
  return (
    <div
      className={cx(
        'flex items-start gap-3 py-1 max-md:min-h-11 max-md:py-2.5',
        side === 'end' && 'flex-row-reverse justify-between',
        disabled && 'opacity-50',
      )}
    >
      <span className="flex h-6 items-center">{control}</span>
      <div className="min-w-0">
        <label htmlFor={controlId} className="cursor-pointer text-ink">
          {label}
        </label>
        {hint && (
          <p id={`${controlId}-hint`} className="text-ink-faint text-sm">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

/**
 * Box of a checkbox or radio button: at least 3:1 contrast against the surface, filled when set.
 */
export const BOX = cx(
  'relative inline-flex size-4.5 align-middle shrink-0 items-center justify-center border border-line-strong bg-sunken',
  'text-on-accent transition-[background-color,border-color] hover:border-accent-ink',
  'after:absolute after:-inset-3.5 data-[state=checked]:border-accent data-[state=checked]:bg-accent',
  'data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent',
  'aria-invalid:border-danger disabled:cursor-not-allowed',
)
