import type { LoginRequest } from '@inkproof/protocol/auth'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { isPassword } from '../accounts/password.ts'

/** No account has this id; looking it up makes an unknown address take as long as a known one. */
const NOBODY = 'nobody'

/**
 * Finds the account of an e-mail address and a password.
 *
 * An unknown address and a wrong password give the same answer after the same work, so that nobody learns who has
 * an account.
 *
 * @throws AppError CREDENTIALS_WRONG
 */
export async function login(accounts: AccountStore, request: LoginRequest): Promise<AccountRow> {
  const accountId = await accounts.findIdentity(emailIdentity(request.email))
  const account = await accounts.find(accountId ?? NOBODY)
  // An address opens nothing until its account lists it.
  const isTheirs = account?.email?.toLowerCase() === request.email.toLowerCase()
  const passwordHash = isTheirs ? account?.passwordHash : undefined
  const fits = await isPassword(passwordHash ?? undefined, request.password)
  if (!account || !fits) throw new AppError('CREDENTIALS_WRONG')
  return account
}
