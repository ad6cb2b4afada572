import type { LoginRequest } from '@inkproof/protocol/auth'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { isPassword } from '../accounts/password.ts'

/** No account has this id; looking it up makes an unknown address cost what a known one does. */
const NOBODY = 'nobody'

/**
 * Finds the account an address and a password belong to.
 *
 * Unknown address and wrong password give the same answer after the same work, so that nobody learns
 * who has an account.
 *
 * @throws AppError CREDENTIALS_WRONG
 */
export async function login(accounts: AccountStore, request: LoginRequest): Promise<AccountRow> {
  const accountId = await accounts.findIdentity(emailIdentity(request.email))
  const account = await accounts.find(accountId ?? NOBODY)
  // An address that is being changed leads nowhere until its account lists it.
  const isTheirs = account?.email?.toLowerCase() === request.email.toLowerCase()
  const passwordHash = isTheirs ? account?.passwordHash : undefined
  const fits = await isPassword(passwordHash ?? undefined, request.password)
  if (!account || !fits) throw new AppError('CREDENTIALS_WRONG')
  return account
}
