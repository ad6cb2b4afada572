import { cx } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'
import { CONTROL } from './control-style.ts'
import { useFieldControl } from './field.tsx'

export type InputProps = ComponentProps<'input'> & {
  /** An icon before the text. */
  leading?: ReactNode
  /** A unit or a small button after the text. */
  trailing?: ReactNode
  /** For fingerprints, addresses and keys: monospace, no spell checking. */
  mono?: boolean | undefined
}

/** A single-line text input. Inside a Field it is labeled and described automatically. */
export function Input({ leading, trailing, mono, className, ...rest }: InputProps) {
  const fieldAttributes = useFieldControl()
  const control = (
    <input
      {...fieldAttributes}
      {...(mono && { spellCheck: false, autoCapitalize: 'off', autoCorrect: 'off' })}
      {...rest}
      className={cx(
        CONTROL,
        'h-10 px-3 max-md:h-11',
        mono && 'font-mono text-sm max-md:text-[1rem]',
        leading !== undefined && 'pl-9.5',
        trailing !== undefined && 'pr-11',
        className,
      )}
    />
  )
  if (leading === undefined && trailing === undefined) return control
  return (
    <div className="relative">
      {leading !== undefined && (
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-faint [&_svg]:size-4">
          {leading}
        </span>
      )}
      {control}
      {trailing !== undefined && (
        <span className="absolute inset-y-0 right-1 flex items-center text-ink-faint">
          {trailing}
        </span>
      )}
    </div>
  )
}
