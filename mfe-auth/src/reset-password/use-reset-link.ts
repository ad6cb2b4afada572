import type { ResetLink } from '@inkproof/protocol/emails'
import { RequestError } from '@inkproof/slice'
import { useEffect, useState } from 'react'
import { forgetFragment } from '../user-profile/forget-fragment.ts'
import { lookAtReset } from './reset.api.ts'

export type ResetView =
  /** Opened without a link: a new one can be asked for. */
  | { step: 'asking' }
  | { step: 'checking'; secret: string }
  | { step: 'valid'; secret: string; link: ResetLink }
  | { step: 'refused'; code: string | null; sentence: string }
  | { step: 'unanswered'; secret: string }
  | { step: 'done'; email: string }

/** The link this page was opened by, as far as it has been looked at. */
export function useResetLink(): [ResetView, (view: ResetView) => void] {
  const [view, setView] = useState<ResetView>(fromAddress)
  useEffect(() => {
    forgetFragment()
    const take = () => {
      const next = fromAddress()
      if (next.step === 'asking') return
      forgetFragment()
      setView(next)
    }
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  const checked = view.step === 'checking' ? view.secret : null
  useEffect(() => {
    if (checked === null) return
    let isWanted = true
    void look(checked).then((next) => isWanted && setView(next))
    return () => {
      isWanted = false
    }
  }, [checked])
  return [view, setView]
}

async function look(secret: string): Promise<ResetView> {
  try {
    return { step: 'valid', secret, link: await lookAtReset(secret) }
  } catch (error) {
    return refusedBecause(error) ?? { step: 'unanswered', secret }
  }
}

/** The view of a link that is refused for good; undefined where another try may go better. */
export function refusedBecause(error: unknown): ResetView | undefined {
  if (!(error instanceof RequestError) || !error.code?.startsWith('LINK_')) return undefined
  return { step: 'refused', code: error.code, sentence: error.sentence }
}

function fromAddress(): ResetView {
  const [, secret] = /^#([\w-]+)$/.exec(location.hash) ?? []
  return secret === undefined ? { step: 'asking' } : { step: 'checking', secret }
}
