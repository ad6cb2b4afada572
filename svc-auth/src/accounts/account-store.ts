/** What the verbs of accounts ask of the database. Each decision in it is an insert at a primary key. */
import { isDuplicateKey } from '@inkproof/service-kit/mongo'
import type { AccountModel, AccountRow } from './accounts.model.ts'
import type { IdentityModel } from './identities.model.ts'

export type AccountStore = {
  /** The account id the identity leads to: the given one, or the one that was there. */
  claimIdentity(identity: string, accountId: string, now: Date): Promise<string>
  /** False when an account with that id exists. */
  insert(account: AccountRow): Promise<boolean>
  findIdentity(identity: string): Promise<string | undefined>
  find(accountId: string): Promise<AccountRow | undefined>
}

export function accountStore(accounts: AccountModel, identities: IdentityModel): AccountStore {
  async function findIdentity(identity: string): Promise<string | undefined> {
    const row = await identities.findById(identity).lean()
    return row?.accountId
  }

  return {
    findIdentity,
    find: async (accountId) => (await accounts.findById(accountId).lean<AccountRow>()) ?? undefined,
    insert: (account) => inserted(accounts.create(account)),
    claimIdentity: async (identity, accountId, now) => {
      if (await inserted(identities.create({ _id: identity, accountId, createdAt: now })))
        return accountId
      return (await findIdentity(identity)) ?? accountId
    },
  }
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
