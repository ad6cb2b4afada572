import type { AccountModel, AccountRow } from './accounts.model.ts'
import type { IdentityModel } from './identities.model.ts'

/** Queries over several accounts, and the removal of every identity of one account. */
export type AccountLists = {
  byIds(accountIds: readonly string[]): Promise<AccountRow[]>
  /** Ids of accounts that are due for removal: some not yet started and some in progress. */
  dueToGo(now: Date, limit: number): Promise<string[]>
  /** How many accounts are being removed. */
  countGoing(): Promise<number>
  /** Deletes every identity of an account that no longer lists any. */
  removeIdentitiesOf(accountId: string): Promise<void>
}

export function accountLists(accounts: AccountModel, identities: IdentityModel): AccountLists {
  return {
    byIds: (accountIds) => accounts.find({ _id: { $in: [...accountIds] } }).lean<AccountRow[]>(),
    dueToGo: async (now, limit) => {
      const day = { deleteAt: { $lte: now } }
      // Queried separately, so that removals that wait for another service do not delay new ones.
      const due = await accounts
        .find({ ...day, goneAt: null }, { _id: 1 })
        .limit(limit)
        .lean()
      const going = { ...day, goneAt: { $gt: new Date(0) } }
      const begun = await accounts.find(going, { _id: 1 }).limit(limit).lean()
      return [...due, ...begun].map(({ _id }) => _id)
    },
    countGoing: () =>
      accounts.countDocuments({
        deleteAt: { $gt: new Date(0) },
        goneAt: { $gt: new Date(0) },
      }),
    removeIdentitiesOf: async (accountId) => void (await identities.deleteMany({ accountId })),
  }
}
