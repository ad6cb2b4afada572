import type { AccountChange, AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Sessions } from './sessions.ts'

export type EndSessionsDeps = { accounts: AccountStore; sessions: Sessions }

/**
 * Changes an account and ends all its sessions but the one kept. The epoch is raised in the change itself,
 * so a sign-in that is under way ends too (complete-sign-in.ts).
 */
export async function changeAndEndSessions(
  { accounts, sessions }: EndSessionsDeps,
  accountId: string,
  decide: (account: AccountRow) => AccountChange,
  keep?: string,
): Promise<AccountRow> {
  const account = await accounts.change(accountId, (now) => ({
    ...decide(now),
    epoch: now.epoch + 1,
  }))
  await sessions.removeAll(accountId, keep)
  return account
}
