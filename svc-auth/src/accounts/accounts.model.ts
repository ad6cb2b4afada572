import { isDuplicateKey } from '@inkproof/service-kit/mongo'
import type { Connection } from 'mongoose'
import { type AccountRow, accountModel } from './account.model.ts'
import type { Accounts } from './accounts.ts'
import { identityModel } from './identity.model.ts'

/** Accounts in MongoDB. Each decision is an insert at a primary key. */
export function mongoAccounts(connection: Connection): Accounts {
  const identities = identityModel(connection)
  const accounts = accountModel(connection)

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
