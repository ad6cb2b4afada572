import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from './account-store.ts'
import type { AccountRow } from './accounts.model.ts'

/** The account of a session. @throws AppError SESSION_ENDED when it has gone since. */
export async function mustFind(
  accounts: Pick<AccountStore, 'find'>,
  accountId: string,
): Promise<AccountRow> {
  const account = await accounts.find(accountId)
  if (!account) throw new AppError('SESSION_ENDED')
  return account
}
