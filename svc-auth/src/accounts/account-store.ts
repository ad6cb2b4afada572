/** Database access for accounts. A primary key or a version comparison decides between concurrent writes. */
import { randomBytes } from 'node:crypto'
import { AppError } from '@inkproof/service-kit/app-error'
import { changeByVersion } from '@inkproof/service-kit/change-by-version'
import { findByKey, isDuplicateKey } from '@inkproof/service-kit/mongo'
import type { AccountModel, AccountRow } from './accounts.model.ts'
import type { IdentityModel, IdentityRow } from './identities.model.ts'
import { requireAccount } from './require-account.ts'

/** The fields that a change may set. */
export type AccountChange = Partial<
  Omit<AccountRow, '_id' | 'version' | 'workspaceId' | 'createdAt'>
>

/** An identity row as it was read: the account that claimed the identity, and a stamp that every write replaces. */
export type IdentitySnapshot = { accountId: string; stamp: string | null }

export type AccountStore = {
  /** Claims an identity for an account unless it is already claimed. Returns the id of the account that claimed it. */
  claimIdentity(identity: string, accountId: string, now: Date): Promise<string>
  /** Returns the id of the account that claimed the identity. The account may not list the identity. */
  findAccountId(identity: string): Promise<string | undefined>
  findIdentity(identity: string): Promise<IdentitySnapshot | undefined>
  /**
   * Reassigns an identity whose account does not list it. Returns false if the row has changed since the snapshot
   * was read. Callers must read the snapshot before the account to which the identity belongs.
   */
  moveIdentity(identity: string, snapshot: IdentitySnapshot, to: string): Promise<boolean>
  /**
   * Replaces the stamp of an identity that has just been added to this account. Returns false if another account has
   * taken the identity over. Afterwards, calls that read the account before the addition can no longer do so.
   */
  confirmIdentity(identity: string, accountId: string): Promise<boolean>
  /** Deletes an identity row if it belongs to this account and, if a snapshot is given, has not changed since then. */
  removeIdentity(identity: string, accountId: string, snapshot?: IdentitySnapshot): Promise<void>
  /** Returns false if an account with that id exists. */
  insert(account: AccountRow): Promise<boolean>
  find(accountId: string): Promise<AccountRow | undefined>
  /**
   * Changes an account, with its version as the precondition. `decide` receives the current row, may throw to reject
   * the change, and is called again after a concurrent change. Returning an empty object changes nothing.
   *
   * @throws AppError SESSION_ENDED if the account does not exist or its deletion has started.
   */
  change(accountId: string, decide: (account: AccountRow) => AccountChange): Promise<AccountRow>
  /** Like `change`, for the deletion itself: also changes an account whose deletion has started. */
  changeForDeletion: AccountStore['change']
  /**
   * Returns up to one batch of accounts whose last change still has pending effects. Excludes accounts whose deletion
   * has started, because the deletion itself ends their sessions and removes their links.
   */
  findWithPendingEffects(): Promise<AccountRow[]>
  remove(accountId: string): Promise<void>
}

const SWEEP_BATCH_SIZE = 50

export function createAccountStore(
  accounts: AccountModel,
  identities: IdentityModel,
): AccountStore {
  async function findIdentity(identity: string): Promise<IdentitySnapshot | undefined> {
    const row = await findByKey<IdentityRow>(identities, identity)
    return row ? { accountId: row.accountId, stamp: row.stamp ?? null } : undefined
  }

  async function findAccountId(identity: string): Promise<string | undefined> {
    return (await findIdentity(identity))?.accountId
  }

  const find = (accountId: string) => findByKey<AccountRow>(accounts, accountId)

  async function findExisting(accountId: string): Promise<AccountRow> {
    const account = await find(accountId)
    if (!account) throw new AppError('SESSION_ENDED')
    return account
  }

  async function write({ _id, version }: AccountRow, change: AccountChange): Promise<boolean> {
    const next = { $set: { ...change, version: version + 1 } }
    const written = await accounts.updateOne({ _id, version }, next)
    return written.modifiedCount === 1
  }

  return {
    findAccountId,
    findIdentity,
    find,
    change: (accountId, decide) =>
      changeByVersion({ read: () => requireAccount({ find }, accountId), write }, decide),
    changeForDeletion: (accountId, decide) =>
      changeByVersion({ read: () => findExisting(accountId), write }, decide),
    insert: (account) => insertOnce(accounts.create(account)),
    findWithPendingEffects: () =>
      accounts
        .find({ 'owed.at': { $gt: new Date(0) }, goneAt: null })
        .limit(SWEEP_BATCH_SIZE)
        .lean<AccountRow[]>(),
    remove: async (accountId) => void (await accounts.deleteOne({ _id: accountId })),
    claimIdentity: async (identity, accountId, now) => {
      if (await insertOnce(identities.create({ _id: identity, accountId, createdAt: now })))
        return accountId
      return (await findAccountId(identity)) ?? accountId
    },
    moveIdentity: async (identity, snapshot, to) => {
      const set = { accountId: to, stamp: newStamp() }
      const moved = await identities.updateOne({ _id: identity, ...snapshot }, set)
      return moved.modifiedCount === 1
    },
    confirmIdentity: async (identity, accountId) => {
      const set = { stamp: newStamp() }
      const confirmed = await identities.updateOne({ _id: identity, accountId }, set)
      return confirmed.modifiedCount === 1
    },
    removeIdentity: async (identity, accountId, snapshot) =>
      void (await identities.deleteOne({ _id: identity, accountId, ...snapshot })),
  }
}

function newStamp(): string {
  return randomBytes(12).toString('base64url')
}

async function insertOnce(insertion: Promise<unknown>): Promise<boolean> {
  try {
    await insertion
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}
