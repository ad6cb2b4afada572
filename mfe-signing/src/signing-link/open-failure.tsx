import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { failureOf } from '../signing/failure.ts'
import { MessageScreen } from './message-screen.tsx'

type Props = { error: unknown; isBusy: boolean; onRetry: () => void }

/** Why a link shows nothing, and what to do. */
export function OpenFailure({ error, isBusy, onRetry }: Props) {
  const { code, message } = failureOf(error)
  switch (code) {
    case 'SIGNING_LINK_NOT_FOUND':
      return <BrokenLink />
    case 'HANDED_OVER':
      return (
        <MessageScreen title={t('You handed over this request')}>
          {t(
            'The person you named got their own link. If you want to take part again, ask the sender.',
          )}
        </MessageScreen>
      )
    default:
      return (
        <MessageScreen
          title={t('The document could not be loaded')}
          actions={
            <Button variant="primary" busy={isBusy} onClick={onRetry}>
              {t('Try again')}
            </Button>
          }
        >
          {message}
        </MessageScreen>
      )
  }
}

/** A link that is incomplete, or that the service does not know. */
export function BrokenLink() {
  return (
    <MessageScreen title={t('This link does not work')}>
      {t(
        'Open the link from the newest e-mail about this document, or ask the sender for a new one.',
      )}
    </MessageScreen>
  )
}
