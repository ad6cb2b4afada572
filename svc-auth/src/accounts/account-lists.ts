import type { AccountModel, AccountRow } from './accounts.model.ts'
import type { IdentityModel } from './identities.model.ts'

/** Several accounts at once, and what leads to one. */
export type AccountLists = {
  byIds(accountIds: readonly string[]): Promise<AccountRow[]>
  /** Ids of accounts whose day has come. */
  dueToGo(now: Date, limit: number): Promise<string[]>
  /** Frees every way that leads to an account, once it lists none. */
  removeIdentitiesOf(accountId: string): Promise<void>
}

export function accountLists(accounts: AccountModel, identities: IdentityModel): AccountLists {
  return {
    byIds: (accountIds) => accounts.find({ _id: { $in: [...accountIds] } }).lean<AccountRow[]>(),
    dueToGo: async (now, limit) => {
      const due = await accounts
        .find({ deleteAt: { $lte: now } }, { _id: 1 })
        .limit(limit)
        .lean()
      return due.map(({ _id }) => _id)
    },
    removeIdentitiesOf: async (accountId) => void (await identities.deleteMany({ accountId })),
  }
}
