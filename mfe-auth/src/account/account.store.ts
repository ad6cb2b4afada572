import type { AccountView } from '@inkproof/protocol/account'
import { request, useSession } from '@inkproof/slice'
import { create } from 'zustand'

/** The signed-in person's account, as the settings show it. */
export type AccountState =
  | { status: 'loading'; account: null }
  | { status: 'ready'; account: AccountView }
  | { status: 'failed'; account: null; reason: string }

const LOADING: AccountState = { status: 'loading', account: null }

/** For reading. It changes by {@link reloadAccount} only. */
export const useAccount = create<AccountState>()(() => LOADING)

/** Counts the questions: the answer to an older one is dropped. */
let asked = 0

/** Asks for the account again, as after a change; what is shown stays until the answer is there. */
export async function reloadAccount(): Promise<void> {
  asked += 1
  const question = asked
  if (useAccount.getState().status === 'failed') useAccount.setState(LOADING, true)
  const answer = await ask()
  if (question === asked) useAccount.setState(answer, true)
}

async function ask(): Promise<AccountState> {
  try {
    const answer = await request('GET', '/api/auth/account')
    return { status: 'ready', account: await answer.json() }
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    return { status: 'failed', account: null, reason: reason || 'Nothing answered.' }
  }
}

// Nobody sees for a moment what belongs to the person before them.
useSession.subscribe((session, before) => {
  if (session.user?.id === before.user?.id) return
  asked += 1
  useAccount.setState(LOADING, true)
})
