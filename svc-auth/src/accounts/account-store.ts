/** Database access for accounts. Concurrent writes are decided by a primary key or a version comparison. */
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

/** A snapshot of the account an identity belongs to. */
export type Lock = { accountId: string; stamp: string | null }

export type AccountStore = {
  /**
   * Claims the identity for the account unless it is already claimed. Returns the id of the account that holds it.
   */
  claimIdentity(identity: string, accountId: string, now: Date): Promise<string>
  findIdentity(identity: string): Promise<string | undefined>
  findLock(identity: string): Promise<Lock | undefined>
  /**
   * Reassigns an identity whose account does not list it. Returns false if the lock has changed since it was read.
   * Read the lock before the holder's account.
   */
  moveIdentity(identity: string, lock: Lock, to: string): Promise<boolean>
  /**
   * Returns true if the identity belongs to this account, which has just listed it. After that, a concurrent call
   * that read the account earlier can no longer take the identity over.
   */
  confirmIdentity(identity: string, accountId: string): Promise<boolean>
  /** Deletes an identity if it belongs to this account and, if a lock is given, has not changed since it was read. */
  removeIdentity(identity: string, accountId: string, lock?: Lock): Promise<void>
  /** Returns false if an account with that id exists. */
  insert(account: AccountRow): Promise<boolean>
  find(accountId: string): Promise<AccountRow | undefined>
  /**
   * Changes an account by comparing its version. `decide` receives the current row, may throw to reject the change,
   * and is called again after a concurrent change. Returning an empty object changes nothing.
   *
   * @throws AppError SESSION_ENDED if the account does not exist or its deletion has started.
   */
  change(accountId: string, decide: (account: AccountRow) => AccountChange): Promise<AccountRow>
  /** Like `change`, for the deletion itself: also changes an account whose deletion has started. */
  changeForDeletion: AccountStore['change']
  /**
   * Up to one batch of the accounts whose last change still has pending effects. Excludes accounts whose deletion has
   * started, because the deletion itself ends their sessions and removes their links.
   */
  findWithPendingEffects(): Promise<AccountRow[]>
  remove(accountId: string): Promise<void>
}

const SWEEP_BATCH_SIZE = 50

export function createAccountStore(
  accounts: AccountModel,
  identities: IdentityModel,
): AccountStore {
  async function findLock(identity: string): Promise<Lock | undefined> {
    const row = await findByKey<IdentityRow>(identities, identity)
    return row ? { accountId: row.accountId, stamp: row.stamp ?? null } : undefined
  }

  async function findIdentity(identity: string): Promise<string | undefined> {
    return (await findLock(identity))?.accountId
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
    findIdentity,
    findLock,
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
      return (await findIdentity(identity)) ?? accountId
    },
    moveIdentity: async (identity, lock, to) => {
      const set = { accountId: to, stamp: newStamp() }
      const moved = await identities.updateOne({ _id: identity, ...lock }, set)
      return moved.modifiedCount === 1
    },
    confirmIdentity: async (identity, accountId) => {
      const set = { stamp: newStamp() }
      const confirmed = await identities.updateOne({ _id: identity, accountId }, set)
      return confirmed.modifiedCount === 1
    },
    removeIdentity: async (identity, accountId, lock) =>
      void (await identities.deleteOne({ _id: identity, accountId, ...lock })),
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
