import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { Skeleton } from '@inkproof/ui/skeleton'
import type { ReactNode } from 'react'
import { type Look, type Refusal, useLinkCheck } from './use-link-check.ts'

/** Props of a mailed link's card. */
export type LinkCardProps = {
  /** Stored in memory and for this tab only. */
  secret: string
  /** Called when the person has seen the result or dismisses the link; removes the card. */
  onDone: () => void
}

type Props<Offer> = LinkCardProps & {
  look: (secret: string) => Promise<Offer>
  /** Renders a link that can no longer be used. */
  refused: (refusal: Refusal) => ReactNode
  children: (offer: Offer, refuse: Look<Offer>['refuse']) => ReactNode
}

/** The steps of every mailed link: checked, then offered or refused; or the service did not respond. */
export function MailedLinkCard<Offer>(props: Props<Offer>) {
  const { secret, onDone, look, refused, children } = props
  const { looked, lookAgain, refuse } = useLinkCheck(look, secret)
  if (looked.step === 'open') return children(looked.offer, refuse)
  if (looked.step === 'looking') {
    return (
      <div role="status" aria-label={t('Checking the link')}>
        <Skeleton className="h-64 w-full rounded-xl" />
      </div>
    )
  }
  if (!looked.mayRetry) return refused(looked)
  return (
    <Card padding="lg" role="alert">
      <CardHeader
        title={t('The link could not be checked')}
        description={t('{reason} Your link still works.', { reason: looked.reason })}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={lookAgain}>
          {t('Try again')}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {t('Not now')}
        </Button>
      </div>
    </Card>
  )
}
