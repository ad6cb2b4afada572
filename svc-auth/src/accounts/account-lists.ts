import type { AccountModel, AccountRow } from './accounts.model.ts'
import type { IdentityModel } from './identities.model.ts'

/** Queries over several accounts. Also deletes all identities of an account. */
export type AccountLists = {
  findByIds(accountIds: readonly string[]): Promise<AccountRow[]>
  /**
   * Returns the ids of accounts due for removal: up to `limit` whose removal has not started, the longest due first,
   * and up to `limit` in progress, the least recently tried first, so that stalled removals never block others.
   */
  findDueForRemoval(now: Date, limit: number): Promise<string[]>
  /** Returns the number of accounts whose removal has started but is not complete. */
  countRemovalsInProgress(): Promise<number>
  /** Deletes every identity row of an account. The account must no longer list any identity. */
  removeIdentitiesOf(accountId: string): Promise<void>
}

/** Matches accounts whose deletion has started. It always completes, even if the row no longer has a `deleteAt`. */
const WHERE_STARTED = { goneAt: { $gt: new Date(0) } }

export function createAccountLists(
  accounts: AccountModel,
  identities: IdentityModel,
): AccountLists {
  return {
    findByIds: (accountIds) =>
      accounts.find({ _id: { $in: [...accountIds] } }).lean<AccountRow[]>(),
    findDueForRemoval: async (now, limit) => {
      // Two queries, so that removals waiting for another service do not delay new ones.
      const notStarted = await accounts
        .find({ deleteAt: { $lte: now }, goneAt: null }, { _id: 1 })
        .sort({ deleteAt: 1 })
        .limit(limit)
        .lean()
      const inProgress = await accounts
        .find(WHERE_STARTED, { _id: 1 })
        // Rows of earlier releases do not have this date, so they come first.
        .sort({ removalTriedAt: 1 })
        .limit(limit)
        .lean()
      return [...notStarted, ...inProgress].map(({ _id }) => _id)
    },
    countRemovalsInProgress: () => accounts.countDocuments(WHERE_STARTED),
    removeIdentitiesOf: async (accountId) => void (await identities.deleteMany({ accountId })),
  }
}
