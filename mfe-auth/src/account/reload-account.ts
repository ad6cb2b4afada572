import { refetch } from '@inkproof/slice-parts/refetch'
import { ACCOUNT_URL, HISTORY_URL } from './account-urls.ts'

/** Fetches the account again after a change, and its history, which may have a new entry; waits for the account. */
export async function reloadAccount(): Promise<void> {
  void refetch(HISTORY_URL)
  await refetch(ACCOUNT_URL)
}
