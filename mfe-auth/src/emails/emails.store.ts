import type { EmailSettings } from '@inkproof/protocol/emails'
import { personalStore } from '@inkproof/slice-parts/personal-store'
import { fetchEmailSettings } from './emails.api.ts'

/** The person's address, and what is under way with it. */
export type EmailState =
  | { status: 'loading' }
  | { status: 'ready'; settings: EmailSettings }
  | { status: 'failed' }

const LOADING: EmailState = { status: 'loading' }
const FOLLOW_EVERY_MS = 2_000

const { useStore, set, ask } = personalStore<EmailState>(LOADING)

/** For reading. It changes by the functions below only. */
export const useEmail = useStore

/** Shows what a call answered. */
export function showEmail(settings: EmailSettings): void {
  set({ status: 'ready', settings })
}

/** Asks anew; what is shown stays until the answer is there, and where none comes. */
export async function reloadEmail(): Promise<void> {
  if (useStore.getState().status === 'failed') set(LOADING)
  await ask(async () => {
    try {
      return { status: 'ready', settings: await fetchEmailSettings() }
    } catch {
      const shown = useStore.getState()
      return shown.status === 'ready' ? shown : { status: 'failed' }
    }
  })
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
