import type { AccountStore } from './account-store.ts'
import type { AccountRow } from './accounts.model.ts'

export type CreateAccountDeps = {
  accounts: AccountStore
  newId: () => string
  now: () => Date
  /** Rejects with STORAGE_FULL while the disk is full: a call that signs in may create an account, and goes on then. */
  requireSpace: () => Promise<void>
}

type ProfileField =
  | 'email'
  | 'emailConfirmedAt'
  | 'humanVerifiedAt'
  | 'firstName'
  | 'lastName'
  | 'passwordHash'
type SignInMethods = 'wallets' | 'passkeys' | 'providers'
export type NewAccount = Partial<Pick<AccountRow, ProfileField | SignInMethods>>

/**
 * Creates an account for an identity that does not belong to any account yet.
 *
 * Two writes, each decided by a primary key: the identity row stores the new account's id, then the account is
 * inserted with that id. Concurrent calls all read the same id, and one of them inserts the account. A crash between
 * the two writes leaves an identity row without an account: the identity cannot be used to sign in, and the next call
 * for this identity inserts the account.
 *
 * Returns undefined if the identity already has an account.
 *
 * @throws AppError STORAGE_FULL
 */
export async function createAccount(
  deps: CreateAccountDeps,
  identity: string,
  fields: NewAccount,
  newAccountId = deps.newId(),
): Promise<AccountRow | undefined> {
  await deps.requireSpace()
  const createdAt = deps.now()
  const account: AccountRow = {
    _id: await deps.accounts.claimIdentity(identity, newAccountId, createdAt),
    version: 1,
    epoch: 1,
    email: null,
    emailConfirmedAt: null,
    humanVerifiedAt: null,
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
    removalTriedAt: null,
    endedElsewhereAt: null,
    createdAt,
    ...fields,
  }
  if (!(await deps.accounts.insert(account))) return undefined
  // Another account may have taken the identity over while no account listed it (sign-in-methods/link-identity.ts).
  if (await deps.accounts.confirmIdentity(identity, account._id)) return account
  await deps.accounts.remove(account._id)
  return undefined
}
