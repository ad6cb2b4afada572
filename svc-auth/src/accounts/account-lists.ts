import type { AccountModel, AccountRow } from './accounts.model.ts'
import type { IdentityModel } from './identities.model.ts'

/** Several accounts at once, and what leads to one. */
export type AccountLists = {
  byIds(accountIds: readonly string[]): Promise<AccountRow[]>
  /** Ids of accounts whose day has come: some that are not removed yet, and some that are being removed. */
  dueToGo(now: Date, limit: number): Promise<string[]>
  /** How many accounts are being removed. */
  countGoing(): Promise<number>
  /** Frees every way that leads to an account, once it lists none. */
  removeIdentitiesOf(accountId: string): Promise<void>
}

export function accountLists(accounts: AccountModel, identities: IdentityModel): AccountLists {
  return {
    byIds: (accountIds) => accounts.find({ _id: { $in: [...accountIds] } }).lean<AccountRow[]>(),
    dueToGo: async (now, limit) => {
      const day = { deleteAt: { $lte: now } }
      // Looked for one after the other: those that wait for another service hold up no new ones.
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
