import type { RegisterRequest } from '@inkproof/protocol/auth'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { type CreateAccountDeps, createAccount } from '../accounts/create-account.ts'
import { emailIdentity } from '../accounts/identities.ts'
import type { CountNewAccount } from '../accounts/new-account-limit.ts'
import { hashPassword } from '../accounts/password.ts'
import { checkNewPassword } from '../passwords/check-new-password.ts'

export type RegisterDeps = CreateAccountDeps & { countNewAccount: CountNewAccount }

/**
 * Creates an account for an e-mail address, from a client network. `isHuman`: a human verification was solved.
 *
 * @throws AppError as `checkNewPassword` and `countNewAccount`, or EMAIL_TAKEN if the address has an account.
 */
export async function register(
  deps: RegisterDeps,
  request: RegisterRequest,
  network: string,
  isHuman: boolean,
): Promise<AccountRow> {
  checkNewPassword(request.password, request)
  await deps.countNewAccount(network)
  const account = await createAccount(deps, emailIdentity(request.email), {
    email: request.email,
    firstName: request.firstName ?? null,
    lastName: request.lastName ?? null,
    passwordHash: await hashPassword(request.password),
    humanVerifiedAt: isHuman ? deps.now() : null,
  })
  if (!account) throw new AppError('EMAIL_TAKEN')
  return account
}
