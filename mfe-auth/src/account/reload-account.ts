import { urlOf } from '@inkproof/protocol/call-url'
import { showAccount } from '@inkproof/protocol/calls/accounts'
import { listHistory } from '@inkproof/protocol/calls/history'
import { refetch } from '@inkproof/slice-parts/refetch'

/** Fetches the account again after a change, and its history, which may have a new entry; waits for the account. */
export async function reloadAccount(): Promise<void> {
  void refetch(urlOf(listHistory))
  await refetch(urlOf(showAccount))
}
