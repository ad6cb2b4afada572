import type { LoginRequest } from '@inkproof/protocol/auth'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { verifyPassword } from '../accounts/password.ts'

/** An id that no account has. Looking it up makes an unknown address take as long as a known one. */
const NO_ACCOUNT_ID = 'nobody'

/**
 * Returns the account with an e-mail address after verifying its password.
 *
 * An unknown address and a wrong password cause the same error after the same work, so that the response does not
 * reveal whether the address has an account.
 *
 * @throws AppError CREDENTIALS_WRONG
 */
export async function login(accounts: AccountStore, request: LoginRequest): Promise<AccountRow> {
  const identity = emailIdentity(request.email)
  const accountId = await accounts.findAccountId(identity)
  const account = await accounts.find(accountId ?? NO_ACCOUNT_ID)
  // A crash or a removal may have left an identity row whose account does not have the address.
  const isListed = account?.email != null && emailIdentity(account.email) === identity
  const passwordHash = isListed ? account?.passwordHash : undefined
  const isMatch = await verifyPassword(passwordHash ?? undefined, request.password)
  if (!account || !isMatch) throw new AppError('CREDENTIALS_WRONG')
  return account
}
