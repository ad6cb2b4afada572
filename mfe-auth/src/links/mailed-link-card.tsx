import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { Skeleton } from '@inkproof/ui/skeleton'
import type { ReactNode } from 'react'
import { type LinkCheck, type LinkRejection, useLinkCheck } from './use-link-check.ts'

/** Props of a mailed link's card. */
export type LinkCardProps = {
  /** Stored only in memory and in this tab's session storage. */
  secret: string
  /** Called when the user has seen the result or dismisses the link; removes the card. */
  onDone: () => void
  /** Called when the link turns out to be unusable; may be called again. */
  onRejected?: () => void
}

type Props<Content> = LinkCardProps & {
  check: (secret: string) => Promise<Content>
  /** Renders a link that can no longer be used. */
  renderRejected: (rejection: LinkRejection) => ReactNode
  children: (content: Content, handleLinkError: LinkCheck<Content>['handleLinkError']) => ReactNode
}

/** Checks a mailed link, then shows its content, its rejection, or a button to repeat a check that failed. */
export function MailedLinkCard<Content>(props: Props<Content>) {
  const { secret, onDone, check, renderRejected, children } = props
  const { state, retry, handleLinkError } = useLinkCheck(check, secret)
  if (state.step === 'valid') return children(state.content, handleLinkError)
  if (state.step === 'checking') {
    return (
      <div role="status" aria-label={t('Checking the link')}>
        <Skeleton className="h-64 w-full rounded-xl" />
      </div>
    )
  }
  if (!state.mayRetry) return renderRejected(state)
  return (
    <Card padding="lg" role="alert">
      <CardHeader
        title={t('The link could not be checked')}
        description={t('{reason} Your link hasn’t been used; you can try again.', {
          reason: state.reason,
        })}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={retry}>
          {t('Try again')}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {t('Not now')}
        </Button>
      </div>
    </Card>
  )
}
