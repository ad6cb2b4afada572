import { urlOf } from '@inkproof/protocol/call-url'
import { showAccount } from '@inkproof/protocol/calls/accounts'
import { listHistory } from '@inkproof/protocol/calls/history'
import { refetch } from '@inkproof/slice-parts/refetch'

/** Refetches the account and its history after a change. Waits only for the account. */
export async function reloadAccount(): Promise<void> {
  void refetch(urlOf(listHistory))
  await refetch(urlOf(showAccount))
}
