import { RequestError } from '@inkproof/slice'
import { offlineMessage } from '@inkproof/slice-parts/offline-message'
import { t } from '@inkproof/texts/text'
import { useEffect, useState } from 'react'
import { removeStoredLink } from './stored-link.ts'

/**
 * Why a mailed link cannot be used, or could not be checked. `code` is the service's error code, null if there is none.
 * `mayRetry` is true if the problem is temporary.
 */
export type LinkRejection = { reason: string; code: string | null; mayRetry: boolean }

/** The state of checking a mailed link. */
export type LinkCheckState<Content> =
  | { step: 'checking' }
  | ({ step: 'rejected' } & LinkRejection)
  | { step: 'valid'; content: Content }

export type LinkCheck<Content> = {
  state: LinkCheckState<Content>
  retry: () => void
  /**
   * If the error means that the link is no longer usable, shows the rejection and returns true. Returns false for
   * every other error.
   */
  handleLinkError: (error: unknown) => boolean
}

/** Checks whether a mailed link is valid, without using it up. `check` must be a stable function. */
export function useLinkCheck<Content>(
  check: (secret: string) => Promise<Content>,
  secret: string,
): LinkCheck<Content> {
  const [state, setState] = useState<LinkCheckState<Content>>({ step: 'checking' })
  const isChecking = state.step === 'checking'
  useEffect(() => {
    if (!isChecking) return
    let isCurrent = true
    check(secret).then(
      (content) => isCurrent && setState({ step: 'valid', content }),
      (error: unknown) => isCurrent && setState(rejectionFor(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [check, secret, isChecking])

  function handleLinkError(error: unknown): boolean {
    const isUnusable = error instanceof RequestError && error.code?.startsWith('LINK_')
    if (isUnusable) setState(rejectionFor(error))
    return isUnusable === true
  }
  return { state, retry: () => setState({ step: 'checking' }), handleLinkError }
}

/** Returns the rejection for an error. Removes the stored link if the error is final, such as an expired link. */
function rejectionFor(error: unknown): { step: 'rejected' } & LinkRejection {
  if (!(error instanceof RequestError)) {
    const reason = offlineMessage(error) ?? t('No response. Check your connection.')
    return { step: 'rejected', reason, code: null, mayRetry: true }
  }
  const { sentence, code, status } = error
  const mayRetry = status >= 500 || status === 429
  if (!mayRetry) removeStoredLink()
  return { step: 'rejected', reason: sentence, code, mayRetry }
}
