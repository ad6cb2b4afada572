import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Failure } from './failure.ts'

type Props = {
  act: 'sign' | 'approve'
  isAgreed: boolean
  /** A wallet must be connected first, or this browser has no passkeys. */
  isWaiting: boolean
  isSigning: boolean
  failure: Failure | null
  shownPages: number
  pageCount: number
  onSign: () => void
  /** The button that discards the document. */
  discard: ReactNode
}

/** Stays at the lower edge of the window while the document is read. */
export function SignBar(props: Props) {
  const { act, discard, failure, isAgreed, isSigning, isWaiting, onSign, pageCount, shownPages } =
    props
  return (
    <section
      aria-label={act === 'sign' ? t('Sign') : t('Approve')}
      className="sticky bottom-0 z-(--z-header) -mx-4 space-y-3 border-line border-t bg-canvas px-4 py-3 sm:mx-0 sm:px-0"
    >
      {failure && (
        <Alert tone="danger" title={act === 'sign' ? t('Not signed yet') : t('Not approved yet')}>
          {failure.message}
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-muted text-sm" aria-live="polite">
          {isAgreed
            ? t('Pages shown: {shown} of {count}', { shown: shownPages, count: pageCount })
            : READ_FIRST[act]}
        </p>
        <div className="flex gap-2 max-sm:w-full">
          {discard}
          <Button
            variant="primary"
            className="max-sm:flex-1"
            busy={isSigning}
            disabled={!isAgreed || isWaiting}
            onClick={onSign}
          >
            <PenLine />
            {failure ? t('Try again') : BUTTONS[act]}
          </Button>
        </div>
      </div>
    </section>
  )
}

const READ_FIRST = {
  sign: t('Read the document, then agree to sign electronically.'),
  approve: t('Read the document, then agree to approve electronically.'),
} as const

const BUTTONS = { sign: t('Sign document'), approve: t('Approve document') } as const
