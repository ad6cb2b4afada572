import { Alert } from '@inkproof/ui/alert'
import { useEffect, useRef } from 'react'

type Props = {
  error: string | undefined
  /** Referenced by the fields that the error is about. */
  id?: string
}

/**
 * The error above the fields. It receives focus when it appears, because the submit button and the fields lost
 * focus when they were disabled.
 */
export function FormError({ error, id }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) ref.current?.focus()
  }, [error])
  if (!error) return null
  return (
    <div ref={ref} id={id} tabIndex={-1} className="rounded-lg">
      <Alert tone="danger">{error}</Alert>
    </div>
  )
}

/** The error below the heading of a card, above its list. */
export function CardError({ error }: Props) {
  if (!error) return null
  return (
    <div className="mb-4">
      <FormError error={error} />
    </div>
  )
}
