import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from './accounts.model.ts'

export type AccountFinder = { find(accountId: string): Promise<AccountRow | undefined> }

/** Returns the account of a session. @throws AppError SESSION_ENDED if it was deleted or its deletion has started */
export async function requireAccount(
  accounts: AccountFinder,
  accountId: string,
): Promise<AccountRow> {
  const account = await accounts.find(accountId)
  if (!account || account.goneAt) throw new AppError('SESSION_ENDED')
  return account
}
