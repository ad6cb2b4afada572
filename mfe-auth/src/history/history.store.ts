import type { HistoryEvent, HistoryPage } from '@inkproof/protocol/profile'
import { request } from '@inkproof/slice'
import { personalStore } from '@inkproof/slice-parts/personal-store'
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
const LOADING: HistoryState = { status: 'loading' }

const { useStore, set, ask } = personalStore<HistoryState>(LOADING)

/** For reading. It changes by {@link reloadHistory} and {@link showOlder} only. */
export const useHistory = useStore

/** Asks for the newest events; what is shown stays until they are there. */
export async function reloadHistory(): Promise<void> {
  if (useStore.getState().status === 'failed') set(LOADING)
  await ask(() =>
    fetchPage().then(
      (page) => ({ status: 'ready', ...page, more: IDLE }),
      (error: unknown) => ({ status: 'failed', reason: reasonOf(error) }),
    ),
  )
}

/** Adds the page after those that are shown. */
export async function showOlder(): Promise<void> {
  const shown = useStore.getState()
  if (shown.status !== 'ready' || shown.next === null || shown.more.step === 'pending') return
  const { next, events } = shown
  set({ ...shown, more: { step: 'pending' } })
  await ask(() =>
    fetchPage(next).then(
      (page) => ({ ...shown, next: page.next, events: [...events, ...page.events], more: IDLE }),
      (error: unknown) => ({ ...shown, more: { step: 'failed', reason: reasonOf(error) } }),
    ),
  )
}

async function fetchPage(before?: string): Promise<HistoryPage> {
  const query = before === undefined ? '' : `?before=${before}`
  const answer = await request('GET', `/api/auth/history${query}`)
  return answer.json()
}

function reasonOf(error: unknown): string {
  return (error instanceof Error && error.message) || FALLBACK
}

// Whatever changed the account may have left something to tell.
useAccount.subscribe(({ account }, before) => {
  if (account !== null && before.account !== null) void reloadHistory()
})
