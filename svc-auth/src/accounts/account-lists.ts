import type { AccountModel, AccountRow } from './accounts.model.ts'
import type { IdentityModel } from './identities.model.ts'

/** Queries over several accounts. Also deletes all identities of an account. */
export type AccountLists = {
  byIds(accountIds: readonly string[]): Promise<AccountRow[]>
  /**
   * Ids of accounts due for removal: up to `limit` not yet started, the longest due first, and up to `limit` in
   * progress, the least recently tried first, so that deletions that wait never stop others.
   */
  findDueForRemoval(now: Date, limit: number): Promise<string[]>
  /** Number of accounts whose removal has started but is not complete. */
  countRemovalsInProgress(): Promise<number>
  /** Deletes every identity of an account that no longer lists any. */
  removeIdentitiesOf(accountId: string): Promise<void>
}

/** A deletion that has started always completes, whatever date the row has. */
const WHERE_STARTED = { goneAt: { $gt: new Date(0) } }

export function createAccountLists(
  accounts: AccountModel,
  identities: IdentityModel,
): AccountLists {
  return {
    byIds: (accountIds) => accounts.find({ _id: { $in: [...accountIds] } }).lean<AccountRow[]>(),
    findDueForRemoval: async (now, limit) => {
      // Two queries, so that removals waiting for another service do not delay new ones.
      const notStarted = await accounts
        .find({ deleteAt: { $lte: now }, goneAt: null }, { _id: 1 })
        .sort({ deleteAt: 1 })
        .limit(limit)
        .lean()
      const inProgress = await accounts
        .find(WHERE_STARTED, { _id: 1 })
        // Rows of earlier releases have no such date and come first.
        .sort({ removalTriedAt: 1 })
        .limit(limit)
        .lean()
      return [...notStarted, ...inProgress].map(({ _id }) => _id)
    },
    countRemovalsInProgress: () => accounts.countDocuments(WHERE_STARTED),
    removeIdentitiesOf: async (accountId) => void (await identities.deleteMany({ accountId })),
  }
}
