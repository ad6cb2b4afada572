import type { AccountView } from '@inkproof/protocol/account'
import { request } from '@inkproof/slice'
import { personalStore } from '@inkproof/slice-parts/personal-store'

/** The signed-in person's account, as the settings show it. */
export type AccountState =
  | { status: 'loading'; account: null }
  | { status: 'ready'; account: AccountView }
  | { status: 'failed'; account: null; reason: string }

const LOADING: AccountState = { status: 'loading', account: null }

const { useStore, set, ask } = personalStore<AccountState>(LOADING)

/** For reading. It changes by {@link reloadAccount} only. */
export const useAccount = useStore

/** Asks for the account again, as after a change; what is shown stays until the answer is there. */
export async function reloadAccount(): Promise<void> {
  if (useStore.getState().status === 'failed') set(LOADING)
  await ask(fetchAccount)
}

async function fetchAccount(): Promise<AccountState> {
  try {
    const answer = await request('GET', '/api/auth/account')
    return { status: 'ready', account: await answer.json() }
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    return { status: 'failed', account: null, reason: reason || 'Nothing answered.' }
  }
}
