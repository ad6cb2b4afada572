import { cx } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { CONTROL } from './control-style.ts'
import { useFieldControl } from './field.tsx'

export type TextareaProps = ComponentProps<'textarea'> & {
  /** Monospace, for keys, notes and proofs. */
  mono?: boolean | undefined
}

/** A multi-line text input; grows with its content where the browser supports it. */
export function Textarea({ mono, className, rows = 3, ...rest }: TextareaProps) {
  const fieldAttributes = useFieldControl()
  return (
    <textarea
      {...fieldAttributes}
      rows={rows}
      {...(mono && { spellCheck: false })}
      {...rest}
      className={cx(
        CONTROL,
        'block min-h-20 resize-y px-3 py-2 field-sizing-content',
        mono && 'font-mono text-sm max-md:text-[1rem]',
        className,
      )}
    />
  )
}
