import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { Skeleton } from '@inkproof/ui/skeleton'
import type { ReactNode } from 'react'
import { type Look, type Refusal, useLook } from './use-look.ts'

/** What the card of a mailed link is given. */
export type LinkCardProps = {
  /** Kept in memory and for this tab only. */
  secret: string
  /** The person has seen the outcome, or puts the link aside: takes the card away. */
  onDone: () => void
}

type Props<Offer> = LinkCardProps & {
  look: (secret: string) => Promise<Offer>
  /** What is shown of a link that is over. */
  refused: (refusal: Refusal) => ReactNode
  children: (offer: Offer, refuse: Look<Offer>['refuse']) => ReactNode
}

/** What every mailed link goes through: looked at, then offered or refused; or nothing answered. */
export function MailedLinkCard<Offer>(props: Props<Offer>) {
  const { secret, onDone, look, refused, children } = props
  const { looked, lookAgain, refuse } = useLook(look, secret)
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
        description={t('{reason} Your link can still be used.', { reason: looked.reason })}
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
