import type { AccountStore } from './account-store.ts'
import type { AccountRow } from './accounts.model.ts'

export type CreateAccountDeps = { accounts: AccountStore; newId: () => string; now: () => Date }

type Given = 'email' | 'emailConfirmedAt' | 'firstName' | 'lastName' | 'passwordHash'
type Ways = 'wallets' | 'passkeys' | 'providers'
export type NewAccount = Partial<Pick<AccountRow, Given | Ways>>

/**
 * Makes an account for somebody who comes by a way that leads nowhere yet.
 *
 * Two writes, each decided by a primary key: the identity names the account's id, then the account is
 * written at that id. Calls that race all learn the same id and one of them writes the account. A crash
 * between the two leaves an identity without account: nobody can sign in with it, and the next call with
 * the same way writes the account at the id it names. Undefined when the way has an account.
 */
export async function createAccount(
  deps: CreateAccountDeps,
  identity: string,
  given: NewAccount,
  newAccountId = deps.newId(),
): Promise<AccountRow | undefined> {
  const createdAt = deps.now()
  const account: AccountRow = {
    _id: await deps.accounts.claimIdentity(identity, newAccountId, createdAt),
    version: 1,
    epoch: 1,
    email: null,
    emailConfirmedAt: null,
    reserved: null,
    firstName: null,
    lastName: null,
    passwordHash: null,
    wallets: [],
    passkeys: [],
    providers: [],
    app: null,
    recoveryCodes: [],
    devices: [],
    owed: null,
    pictureId: null,
    workspaceId: deps.newId(),
    lastWorkspaceId: null,
    deleteAt: null,
    goneAt: null,
    endedElsewhereAt: null,
    createdAt,
    ...given,
  }
  if (!(await deps.accounts.insert(account))) return undefined
  // Somebody may have taken the identity over while no account listed it (ways/link-way.ts).
  if (await deps.accounts.confirmIdentity(identity, account._id)) return account
  await deps.accounts.remove(account._id)
  return undefined
}
