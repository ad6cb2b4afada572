import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from './accounts.model.ts'

export type FindsAccounts = { find(accountId: string): Promise<AccountRow | undefined> }

/** The account of a session. @throws AppError SESSION_ENDED when it has gone since. */
export async function mustFind(accounts: FindsAccounts, accountId: string): Promise<AccountRow> {
  const account = await accounts.find(accountId)
  if (!account) throw new AppError('SESSION_ENDED')
  return account
}
