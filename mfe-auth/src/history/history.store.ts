import type { HistoryEvent, HistoryPage } from '@inkproof/protocol/profile'
import { request, useSession } from '@inkproof/slice'
import { create } from 'zustand'
import { useAccount } from '../account/account.store.ts'

/** What happened to the signed-in person's account, newest first, as far as it was asked for. */
export type HistoryState =
  | { status: 'loading' }
  | { status: 'failed'; reason: string }
  | { status: 'ready'; events: HistoryEvent[]; next: string | null; more: More }

/** How it stands with older events. */
type More = { step: 'idle' } | { step: 'pending' } | { step: 'failed'; reason: string }

const FALLBACK = 'Nothing answered.'
const IDLE: More = { step: 'idle' }

/** For reading. It changes by {@link reloadHistory} and {@link showOlder} only. */
export const useHistory = create<HistoryState>()(() => ({ status: 'loading' }))

/** Counts the questions: the answer to an older one is dropped. */
let asked = 0

/** Asks for the newest events; what is shown stays until they are there. */
export async function reloadHistory(): Promise<void> {
  asked += 1
  const question = asked
  if (useHistory.getState().status === 'failed') useHistory.setState({ status: 'loading' }, true)
  const next = await ask().then(
    (page): HistoryState => ({ status: 'ready', ...page, more: IDLE }),
    (error: unknown): HistoryState => ({ status: 'failed', reason: reasonOf(error) }),
  )
  if (question === asked) useHistory.setState(next, true)
}

/** Adds the page after those that are shown. */
export async function showOlder(): Promise<void> {
  const shown = useHistory.getState()
  if (shown.status !== 'ready' || shown.next === null || shown.more.step === 'pending') return
  asked += 1
  const question = asked
  useHistory.setState({ ...shown, more: { step: 'pending' } }, true)
  const next = await ask(shown.next).then(
    (page): HistoryState => ({
      ...{ ...shown, ...page, more: IDLE },
      events: [...shown.events, ...page.events],
    }),
    (error: unknown): HistoryState => ({
      ...shown,
      more: { step: 'failed', reason: reasonOf(error) },
    }),
  )
  if (question === asked) useHistory.setState(next, true)
}

async function ask(before?: string): Promise<HistoryPage> {
  const query = before === undefined ? '' : `?before=${before}`
  const answer = await request('GET', `/api/auth/history${query}`)
  return answer.json()
}

function reasonOf(error: unknown): string {
  return (error instanceof Error && error.message) || FALLBACK
}

// Nobody sees for a moment what belongs to the person before them.
useSession.subscribe((session, before) => {
  if (session.user?.id === before.user?.id) return
  asked += 1
  useHistory.setState({ status: 'loading' }, true)
})

// Whatever changed the account may have left something to tell.
useAccount.subscribe(({ account }, before) => {
  if (account !== null && before.account !== null) void reloadHistory()
})
