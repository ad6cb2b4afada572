import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, use, useId, useMemo } from 'react'

type FieldState = {
  controlId: string
  labelId: string
  describedBy: string | undefined
  isInvalid: boolean
  isRequired: boolean
}

const FieldContext = createContext<FieldState | null>(null)

export type FieldProps = {
  label: ReactNode
  /** Instructions for the field; read by screen readers after the label. */
  hint?: ReactNode
  /** One sentence: what is wrong and what to do. Marks the control as invalid. */
  error?: ReactNode
  /**
   * ID of an error message elsewhere, such as above the form. Also marks the control as invalid.
   */
  errorId?: string | undefined
  /** Marks the control as required, for the browser and for screen readers. */
  required?: boolean | undefined
  /** Shows "optional" next to the label. */
  optional?: boolean | undefined
  /** A link or note at the end of the label's row. */
  aside?: ReactNode
  className?: string | undefined
  /**
   * One Input, PasswordInput, Textarea or Select; the control reads its attributes from the field's
   * context.
   */
  children: ReactNode
}

/** A control with its label, hint and error, associated for screen readers. */
export function Field(props: FieldProps) {
  const {
    label,
    hint,
    error,
    errorId,
    required = false,
    optional,
    aside,
    className,
    children,
  } = props
  const field = useFieldState({
    hasHint: Boolean(hint),
    hasError: Boolean(error),
    errorId,
    required,
  })
  return (
    <FieldContext value={field}>
      <div className={cx('min-w-0', className)}>
        <div className="mb-1.5 flex items-baseline justify-between gap-4">
          <label
            htmlFor={field.controlId}
            id={field.labelId}
            className="font-medium text-ink text-sm"
          >
            {label}
            {optional && <span className="font-normal text-ink-faint"> · {t('optional')}</span>}
          </label>
          {aside && <span className="text-sm">{aside}</span>}
        </div>
        {children}
        {hint && (
          <p id={`${field.controlId}-hint`} className="mt-1.5 text-ink-faint text-sm">
            {hint}
          </p>
        )}
        {error && <FieldError id={`${field.controlId}-error`}>{error}</FieldError>}
      </div>
    </FieldContext>
  )
}

function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="mt-1.5 flex gap-1.5 text-danger text-sm">
      <CircleAlert className="mt-0.75 size-3.5 shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}

type FieldStateInput = {
  hasHint: boolean
  hasError: boolean
  errorId: string | undefined
  required: boolean
}

function useFieldState({ hasHint, hasError, errorId, required }: FieldStateInput): FieldState {
  const id = useId()
  return useMemo(() => {
    const ids = [hasHint && `${id}-hint`, hasError && `${id}-error`, errorId].filter(Boolean)
    return {
      controlId: id,
      labelId: `${id}-label`,
      describedBy: ids.join(' ') || undefined,
      isInvalid: hasError || errorId !== undefined,
      isRequired: required,
    }
  }, [id, hasHint, hasError, errorId, required])
}

export type ControlAttributes = {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  required?: true | undefined
}

/** Returns the attributes for a control inside a Field; empty outside a Field. */
export function useFieldControl(): ControlAttributes {
  const field = use(FieldContext)
  if (!field) return {}
  return {
    id: field.controlId,
    ...(field.describedBy && { 'aria-describedby': field.describedBy }),
    ...(field.isInvalid && { 'aria-invalid': true as const }),
    ...(field.isRequired && { required: true as const }),
  }
}
