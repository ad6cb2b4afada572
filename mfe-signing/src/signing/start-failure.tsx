import type { ErrorCode } from '@inkproof/protocol/errors'
import { Slot } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { ErrorState } from '@inkproof/ui/error-state'
import { Skeleton } from '@inkproof/ui/skeleton'
import { Link } from 'react-router-dom'
import type { Failure } from './failure.ts'

type Props = { failure: Failure; isSending: boolean; onRetry: () => void; onBack: () => void }

/** Why signing could not be started, and what to do. Nothing that was entered is lost. */
export function StartFailure({ failure, isSending, onBack, onRetry }: Props) {
  const { code, message } = failure
  const needsAccount = code === 'SIGNER_EMAIL_NOT_CONFIRMED' || code === 'PERSON_NOT_VERIFIED'
  const isFinal = code !== null && FINAL.includes(code)
  return (
    <div className="space-y-5">
      <ErrorState
        title={titleOf(code, isSending)}
        {...(isFinal ? {} : { onRetry })}
        retryLabel={needsAccount ? t('Continue') : t('Try again')}
        actions={
          <>
            {code === 'SIGNER_EMAIL_NOT_CONFIRMED' && (
              <Button asChild size="sm" variant="primary">
                <Link to="/user-profile#email">{t('Open your settings')}</Link>
              </Button>
            )}
            <Button size="sm" variant={isFinal ? 'primary' : 'ghost'} onClick={onBack}>
              {t('Back to the document')}
            </Button>
          </>
        }
      >
        {message}
      </ErrorState>
      {code === 'PERSON_NOT_VERIFIED' && (
        <Slot
          name="person-verification"
          fallback={<Skeleton className="h-28 w-full rounded-lg" />}
          failed={() => null}
        />
      )}
    </div>
  )
}

/** Repeating the request cannot help: the user has to change something first. */
const FINAL: readonly ErrorCode[] = [
  'PDF_UNREADABLE',
  'PDF_ENCRYPTED',
  'PDF_ALREADY_SIGNED',
  'PDF_SIGNATURES_NOT_VALID',
  'PDF_NOT_EXTENDABLE',
  'PDF_NOT_VERIFIABLE',
  'PDF_NOT_SUPPORTED',
  'PDF_TOO_MANY_PAGES',
  'FIELDS_REFUSED',
  'SIGNATURE_PLACE_REFUSED',
  'RECIPIENTS_REFUSED',
  'TOO_LARGE',
  'VIEWERS_ONLY_READ',
  'DAILY_ALLOWANCE_USED',
  'MONTHLY_QUOTA_USED',
]

function titleOf(code: ErrorCode | null, isSending: boolean): string {
  switch (code) {
    case 'SIGNER_EMAIL_NOT_CONFIRMED':
      return t('Confirm your e-mail address first')
    case 'PERSON_NOT_VERIFIED':
      return t('Verify your account first')
    case 'FIELDS_REFUSED':
    case 'SIGNATURE_PLACE_REFUSED':
      return t('A field cannot be used')
    case 'RECIPIENTS_REFUSED':
      return t('The recipients cannot be used')
    case 'MONTHLY_QUOTA_USED':
      return t('No more signing requests this month')
    case 'VIEWERS_ONLY_READ':
      return t('You can only view this workspace')
    case 'PDF_UNREADABLE':
    case 'PDF_ENCRYPTED':
    case 'PDF_ALREADY_SIGNED':
    case 'PDF_SIGNATURES_NOT_VALID':
    case 'PDF_NOT_EXTENDABLE':
    case 'PDF_NOT_VERIFIABLE':
    case 'PDF_NOT_SUPPORTED':
    case 'PDF_TOO_MANY_PAGES':
    case 'TOO_LARGE':
      return t('This PDF file cannot be signed')
    default:
      return isSending ? t('The document could not be sent') : t('Signing could not be started')
  }
}
