import { RequestError } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { useEffect, useState } from 'react'
import { forgetLink } from './kept-link.ts'

/** Why a mailed link opens nothing. `code` is the service's; without an answer there is none. */
export type Refusal = { reason: string; code: string | null; mayRetry: boolean }

/** What a mailed link offers, as far as it was looked at. */
export type Looked<Offer> =
  | { step: 'looking' }
  | ({ step: 'refused' } & Refusal)
  | { step: 'open'; offer: Offer }

export type Look<Offer> = {
  looked: Looked<Offer>
  lookAgain: () => void
  /** Shows a link that turned out to be over while it was used; false where the error says no such thing. */
  refuse: (error: unknown) => boolean
}

/** Looks at a mailed link, which changes nothing. `look` has to stay the same function. */
export function useLook<Offer>(
  look: (secret: string) => Promise<Offer>,
  secret: string,
): Look<Offer> {
  const [looked, setLooked] = useState<Looked<Offer>>({ step: 'looking' })
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

/** What the service has refused it refuses again; a limit and a fault pass. */
function refusedBecause(error: unknown): { step: 'refused' } & Refusal {
  if (!(error instanceof RequestError)) {
    const reason = t('No response. Check your connection.')
    return { step: 'refused', reason, code: null, mayRetry: true }
  }
  const { sentence, code, status } = error
  const mayRetry = status >= 500 || status === 429
  if (!mayRetry) forgetLink()
  return { step: 'refused', reason: sentence, code, mayRetry }
}
