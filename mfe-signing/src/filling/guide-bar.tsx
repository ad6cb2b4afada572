import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { cx } from 'class-variance-authority'
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
  /** Whether fields that can be left empty are still to be offered. */
  hasOptional: boolean
  /** Why the values could not be drawn. */
  failure: ReactNode
  onNext: () => void
  onOptional: () => void
  onContinue: () => void
}

/** Stays at the lower edge of the window, and leads from one field to the next. */
export function GuideBar(props: Props) {
  const { count, done, editor, failure, hasNext, hasOptional, optional } = props
  const isOffering = !hasNext && hasOptional
  // The Enter key goes from field to field, also between those that can be left empty.
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (hasNext) props.onNext()
    else if (isOffering) props.onOptional()
    else props.onContinue()
  }
  return (
    <section
      aria-label={t('Fill in the document')}
      className="sticky bottom-0 z-(--z-header) -mx-4 border-line border-t bg-canvas px-4 py-3 sm:mx-0 sm:px-0"
    >
      <form noValidate onSubmit={submit} className="space-y-3">
        {failure}
        {editor}
        <div
          className={cx(
            'flex items-center justify-between gap-x-4 gap-y-2',
            isOffering && 'max-sm:flex-wrap',
          )}
        >
          <p className="min-w-0 text-ink-muted text-sm" aria-live="polite">
            {describe({ count, done, optional })}
          </p>
          {isOffering ? <OptionalButtons {...props} /> : <MainButton {...props} />}
        </div>
      </form>
    </section>
  )
}

function MainButton({ editor, hasNext, isStarted }: Props) {
  return (
    <Button type="submit" variant="primary" className="shrink-0">
      {hasNext && editor ? t('Next') : hasNext && !isStarted ? t('Start') : t('Continue')}
      {hasNext && !editor ? <ArrowDown /> : <ArrowRight />}
    </Button>
  )
}

/** Offers the fields that can be left empty, which nobody has to visit. */
function OptionalButtons({ onContinue }: Props) {
  return (
    <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
      <Button type="submit">{t('Next optional field')}</Button>
      <Button variant="primary" onClick={onContinue}>
        {t('Continue')}
        <ArrowRight />
      </Button>
    </div>
  )
}

function describe({ count, done, optional }: Pick<Props, 'count' | 'done' | 'optional'>): string {
  if (count === 0)
    return optional === 0
      ? t('Read the document, then continue.')
      : t('Fill in what applies, then continue.')
  if (done < count) return t('{done} of {count} filled in', { done, count })
  return optional === 0
    ? t('{done} of {count}: everything is filled in.', { done, count })
    : t('{done} of {count}: all required fields are filled in.', { done, count })
}
