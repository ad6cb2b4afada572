/** What the verbs ask of the database. Each decision in it is a primary key or a compared version. */
import { randomBytes } from 'node:crypto'
import { changeByVersion } from '@inkproof/service-kit/change-by-version'
import { findByKey, isDuplicateKey } from '@inkproof/service-kit/mongo'
import type { AccountModel, AccountRow } from './accounts.model.ts'
import type { IdentityModel, IdentityRow } from './identities.model.ts'
import { mustFind } from './must-find.ts'

/** What a change may set. */
export type AccountChange = Partial<
  Omit<AccountRow, '_id' | 'version' | 'workspaceId' | 'createdAt'>
>

/** Where an identity leads, as it was when it was read. */
export type Lock = { accountId: string; stamp: string | null }

export type AccountStore = {
  /** The account id the identity leads to: the given one, or the one that was there. */
  claimIdentity(identity: string, accountId: string, now: Date): Promise<string>
  findIdentity(identity: string): Promise<string | undefined>
  findLock(identity: string): Promise<Lock | undefined>
  /**
   * Gives an identity whose holder does not list it to another account. False when the lock is no longer as
   * it was read: before one looked at what its holder lists.
   */
  moveIdentity(identity: string, lock: Lock, to: string): Promise<boolean>
  /**
   * True when an identity leads to this account, which has just listed it. From then on nobody takes it over
   * who had looked at the account before.
   */
  confirmIdentity(identity: string, accountId: string): Promise<boolean>
  /** Frees an identity, if it leads to this account; given a lock, only if it is still as it was read. */
  removeIdentity(identity: string, accountId: string, lock?: Lock): Promise<void>
  /** False when an account with that id exists. */
  insert(account: AccountRow): Promise<boolean>
  find(accountId: string): Promise<AccountRow | undefined>
  /**
   * Changes an account by comparing its version; `decide` sees it as it is now, may refuse by throwing,
   * and is asked again when another change came first. Nothing to change is an empty object.
   *
   * @throws AppError SESSION_ENDED when there is no such account.
   */
  change(accountId: string, decide: (account: AccountRow) => AccountChange): Promise<AccountRow>
  /** Some of those whose last change is not brought to its end. */
  owing(): Promise<AccountRow[]>
  remove(accountId: string): Promise<void>
}

const SWEPT_AT_ONCE = 50

export function accountStore(accounts: AccountModel, identities: IdentityModel): AccountStore {
  async function findLock(identity: string): Promise<Lock | undefined> {
    const row = await findByKey<IdentityRow>(identities, identity)
    return row ? { accountId: row.accountId, stamp: row.stamp ?? null } : undefined
  }

  async function findIdentity(identity: string): Promise<string | undefined> {
    return (await findLock(identity))?.accountId
  }

  const find = (accountId: string) => findByKey<AccountRow>(accounts, accountId)

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
      changeByVersion({ read: () => mustFind({ find }, accountId), write }, decide),
    insert: (account) => inserted(accounts.create(account)),
    owing: () =>
      accounts
        .find({ 'owed.at': { $gt: new Date(0) } })
        .limit(SWEPT_AT_ONCE)
        .lean<AccountRow[]>(),
    remove: async (accountId) => void (await accounts.deleteOne({ _id: accountId })),
    claimIdentity: async (identity, accountId, now) => {
      if (await inserted(identities.create({ _id: identity, accountId, createdAt: now })))
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

async function inserted(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}
