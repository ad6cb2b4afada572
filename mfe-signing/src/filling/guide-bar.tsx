import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { ArrowDown, ArrowRight } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'

type Props = {
  /** Required fields and those that the sender filled in, and how many of them need nothing more. */
  count: number
  done: number
  /** Fields without which the document can be signed. */
  optional: number
  /** The control of the chosen field; null if none is chosen. */
  editor: ReactNode
  /** Whether the person has entered something, now or during an earlier visit. */
  isStarted: boolean
  /** Whether fields are still to be filled after the chosen one. */
  hasNext: boolean
  /** Why the values could not be drawn. */
  failure: ReactNode
  onNext: () => void
  onContinue: () => void
}

/** Stays at the lower edge of the window, and leads from one field to the next. */
export function GuideBar(props: Props) {
  const { count, done, editor, failure, hasNext, isStarted, onContinue, onNext, optional } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (hasNext) onNext()
    else onContinue()
  }
  return (
    <section
      aria-label={t('Fill in the document')}
      className="sticky bottom-0 z-(--z-header) -mx-4 border-line border-t bg-canvas px-4 py-3 sm:mx-0 sm:px-0"
    >
      <form noValidate onSubmit={submit} className="space-y-3">
        {failure}
        {editor}
        <div className="flex items-center justify-between gap-4">
          <p className="min-w-0 text-ink-muted text-sm" aria-live="polite">
            {describe({ count, done, optional })}
          </p>
          <Button type="submit" variant="primary" className="shrink-0">
            {hasNext && editor ? t('Next') : hasNext && !isStarted ? t('Start') : t('Continue')}
            {hasNext && !editor ? <ArrowDown /> : <ArrowRight />}
          </Button>
        </div>
      </form>
    </section>
  )
}

function describe({ count, done, optional }: Pick<Props, 'count' | 'done' | 'optional'>): string {
  if (count === 0)
    return optional === 0
      ? t('Read the document, then continue.')
      : t('Fill in what applies, then continue.')
  return done === count
    ? t('{done} of {count}: everything is filled in.', { done, count })
    : t('{done} of {count} filled in', { done, count })
}
