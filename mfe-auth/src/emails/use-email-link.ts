import type { EmailLink, EmailLinkKind } from '@inkproof/protocol/emails'
import { openAuth, RequestError } from '@inkproof/slice'
import { useEffect, useState } from 'react'
import { applyLink, lookAtLink } from './emails.api.ts'
import { forgetSession, refreshUser } from './refresh-session.ts'

export type LinkView =
  | { step: 'looking' }
  | { step: 'refused'; reason: string; mayRetry: boolean; isUsed: boolean }
  | { step: 'open' | 'done'; link: EmailLink }

export type EmailLinkUse = {
  view: LinkView
  /** Does what the link is for, once the person has signed in; rejects with the sentence why not. */
  use: () => Promise<void>
  lookAgain: () => void
}

/** Looks at a mailed link, which changes nothing, and uses it when told to. */
export function useEmailLink(kind: EmailLinkKind, secret: string): EmailLinkUse {
  const [view, setView] = useState<LinkView>({ step: 'looking' })
  const isLooking = view.step === 'looking'
  useEffect(() => {
    if (!isLooking) return
    let isWanted = true
    lookAtLink(kind, secret).then(
      (link) => isWanted && setView({ step: 'open', link }),
      (error: unknown) => isWanted && setView(refusedBecause(error)),
    )
    return () => {
      isWanted = false
    }
  }, [kind, secret, isLooking])

  async function use() {
    // Only keeping an address needs no session: whoever took the account may have ended it.
    if (kind !== 'undo-email' && !(await openAuth())) return
    const link = await applyLink(kind, secret)
    if (kind === 'undo-email') await forgetSession()
    else await refreshUser()
    setView({ step: 'done', link })
  }

  return { view, use, lookAgain: () => setView({ step: 'looking' }) }
}

function refusedBecause(error: unknown): LinkView {
  const isFinal = error instanceof RequestError && error.status < 500 && error.status !== 429
  const reason =
    error instanceof RequestError ? error.sentence : 'Nothing answered. Check your connection.'
  const isUsed = error instanceof RequestError && error.code === 'LINK_USED'
  return { step: 'refused', reason, mayRetry: !isFinal, isUsed }
}
