import type { EmailSettings } from '@inkproof/protocol/emails'
import { useSession } from '@inkproof/slice'
import { create } from 'zustand'
import { fetchEmailSettings } from './emails.api.ts'

/** The person's address, and what is under way with it. */
export type EmailState =
  | { status: 'loading' }
  | { status: 'ready'; settings: EmailSettings }
  | { status: 'failed' }

const LOADING: EmailState = { status: 'loading' }
const FOLLOW_EVERY_MS = 2_000

export const useEmail = create<EmailState>()(() => LOADING)

/** Counts questions and answers: a late answer never overwrites a newer one. */
let latest = 0

/** Shows what a call answered. */
export function showEmail(settings: EmailSettings): void {
  latest += 1
  useEmail.setState({ status: 'ready', settings }, true)
}

/** Asks anew; what is shown stays until the answer is there. */
export async function reloadEmail(): Promise<void> {
  latest += 1
  const asked = latest
  if (useEmail.getState().status === 'failed') useEmail.setState(LOADING, true)
  try {
    const settings = await fetchEmailSettings()
    if (asked === latest) useEmail.setState({ status: 'ready', settings }, true)
  } catch {
    const isShown = useEmail.getState().status === 'ready'
    if (asked === latest && !isShown) useEmail.setState({ status: 'failed' }, true)
  }
}

/** Keeps what is shown fresh while a mail is on its way. Returns its end. */
export function followMails(): () => void {
  void reloadEmail()
  const timer = setInterval(() => {
    const state = useEmail.getState()
    if (state.status !== 'ready' || document.visibilityState === 'hidden') return
    const { confirmation, pending } = state.settings
    if (confirmation?.state === 'due' || pending !== null) void reloadEmail()
  }, FOLLOW_EVERY_MS)
  return () => clearInterval(timer)
}

// Nobody sees for a moment what belongs to the person before them.
useSession.subscribe((session, before) => {
  if (session.user?.id === before.user?.id) return
  latest += 1
  useEmail.setState(LOADING, true)
})
