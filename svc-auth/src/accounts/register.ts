import type { RegisterRequest } from '@inkproof/protocol/auth'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from './account-store.ts'
import type { AccountRow } from './accounts.model.ts'
import { emailIdentity } from './identities.model.ts'
import { hashPassword, isLongEnough } from './password.ts'

export type RegisterDeps = { accounts: AccountStore; newId: () => string; now: () => Date }

/**
 * Makes an account for an e-mail address.
 *
 * Two writes, each decided by a primary key: the identity names the account's id, then the account is
 * written at that id. Registrations that race all learn the same id and one of them writes the account.
 * A crash between the two leaves an identity without account: nobody can sign in with it, and the next
 * registration with that address writes the account at the id it names.
 *
 * @throws AppError PASSWORD_TOO_SHORT, or EMAIL_TAKEN when the address has an account.
 */
export async function register(deps: RegisterDeps, request: RegisterRequest): Promise<AccountRow> {
  if (!isLongEnough(request.password)) throw new AppError('PASSWORD_TOO_SHORT')
  const passwordHash = await hashPassword(request.password)
  const createdAt = deps.now()
  const identity = emailIdentity(request.email)
  const account: AccountRow = {
    _id: await deps.accounts.claimIdentity(identity, deps.newId(), createdAt),
    email: request.email,
    firstName: request.firstName ?? null,
    lastName: request.lastName ?? null,
    passwordHash,
    workspaceId: deps.newId(),
    createdAt,
  }
  if (!(await deps.accounts.insert(account))) throw new AppError('EMAIL_TAKEN')
  return account
}
