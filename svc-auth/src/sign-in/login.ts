import type { LoginRequest } from '@inkproof/protocol/auth'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { isPassword } from '../accounts/password.ts'

/** An id that no account has. Looking it up makes an unknown address take as long as a known one. */
const NO_ACCOUNT_ID = 'nobody'

/**
 * Finds the account of an e-mail address and a password.
 *
 * An unknown address and a wrong password cause the same error after the same work, so that nobody learns who has an
 * account.
 *
 * @throws AppError CREDENTIALS_WRONG
 */
export async function login(accounts: AccountStore, request: LoginRequest): Promise<AccountRow> {
  const accountId = await accounts.findIdentity(emailIdentity(request.email))
  const account = await accounts.find(accountId ?? NO_ACCOUNT_ID)
  // An address cannot sign in unless its account has it.
  const isListed = account?.email?.toLowerCase() === request.email.toLowerCase()
  const passwordHash = isListed ? account?.passwordHash : undefined
  const isMatch = await isPassword(passwordHash ?? undefined, request.password)
  if (!account || !isMatch) throw new AppError('CREDENTIALS_WRONG')
  return account
}
