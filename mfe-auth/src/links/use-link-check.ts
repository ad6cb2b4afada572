import { RequestError } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { useEffect, useState } from 'react'
import { removeStoredLink } from './stored-link.ts'

/** Why a mailed link cannot be used. `code` is the service's; null without a response. */
export type Refusal = { reason: string; code: string | null; mayRetry: boolean }

/** The state of checking a mailed link. */
export type LinkCheckState<Offer> =
  | { step: 'looking' }
  | ({ step: 'refused' } & Refusal)
  | { step: 'open'; offer: Offer }

export type Look<Offer> = {
  looked: LinkCheckState<Offer>
  lookAgain: () => void
  /**
   * Shows that a link turned out to be unusable when it was applied; returns false if the error is about something
   * else.
   */
  refuse: (error: unknown) => boolean
}

/** Checks a mailed link, which changes nothing. `look` must be a stable function. */
export function useLinkCheck<Offer>(
  look: (secret: string) => Promise<Offer>,
  secret: string,
): Look<Offer> {
  const [looked, setLooked] = useState<LinkCheckState<Offer>>({ step: 'looking' })
  const isLooking = looked.step === 'looking'
  useEffect(() => {
    if (!isLooking) return
    let isWanted = true
    look(secret).then(
      (offer) => isWanted && setLooked({ step: 'open', offer }),
      (error: unknown) => isWanted && setLooked(refusedBecause(error)),
    )
    return () => {
      isWanted = false
    }
  }, [look, secret, isLooking])

  function refuse(error: unknown): boolean {
    const isOver = error instanceof RequestError && error.code?.startsWith('LINK_')
    if (isOver) setLooked(refusedBecause(error))
    return isOver === true
  }
  return { looked, lookAgain: () => setLooked({ step: 'looking' }), refuse }
}

/** The service's refusal is final; a rate limit or a fault is temporary. */
function refusedBecause(error: unknown): { step: 'refused' } & Refusal {
  if (!(error instanceof RequestError)) {
    const reason = t('No response. Check your connection.')
    return { step: 'refused', reason, code: null, mayRetry: true }
  }
  const { sentence, code, status } = error
  const mayRetry = status >= 500 || status === 429
  if (!mayRetry) removeStoredLink()
  return { step: 'refused', reason: sentence, code, mayRetry }
}
