import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { type ReactNode, useEffect, useRef } from 'react'

/** Where a password is typed: a forgotten one is a lost account. */
export const KEEP_IT_SAFE = 'This release cannot reset a password yet: keep it safe.'

/**
 * The error above the fields. It takes the focus when it appears, because the button that was pressed
 * and the fields were disabled meanwhile and have lost it.
 */
export function FormError({ error }: { error: string | undefined }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) ref.current?.focus()
  }, [error])
  if (!error) return null
  return (
    <div ref={ref} tabIndex={-1} className="rounded-lg">
      <Alert tone="danger">{error}</Alert>
    </div>
  )
}

/** The line under a form that leads to the other one. */
export function OtherForm({
  question,
  label,
  onSelect,
}: {
  question: string
  label: string
  onSelect: () => void
}) {
  return (
    <p className="flex items-center justify-center gap-1.5 text-ink-muted text-sm">
      {question}
      <Button variant="link" size="sm" onClick={onSelect}>
        {label}
      </Button>
    </p>
  )
}

/** The button that sends the form; a spinner shows while it does. */
export function SubmitButton({ isPending, children }: { isPending: boolean; children: ReactNode }) {
  return (
    <Button type="submit" variant="primary" wide busy={isPending}>
      {children}
    </Button>
  )
}
