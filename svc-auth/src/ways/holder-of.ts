import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { keepsIdentity, listsIdentity } from './ways.ts'

export type LookUp = Pick<AccountStore, 'findIdentity' | 'find'>

/** The account an identity opens: one that lists it. */
export async function holderOf(
  accounts: LookUp,
  identity: string,
): Promise<AccountRow | undefined> {
  const account = await leadsTo(accounts, identity)
  return account && listsIdentity(account, identity) ? account : undefined
}

/** The account nobody else may take an identity from: it lists it, or has it reserved. */
export async function keeperOf(
  { accounts, now }: { accounts: LookUp; now: () => Date },
  identity: string,
): Promise<AccountRow | undefined> {
  const account = await leadsTo(accounts, identity)
  return account && keepsIdentity(account, identity, now()) ? account : undefined
}

async function leadsTo(accounts: LookUp, identity: string): Promise<AccountRow | undefined> {
  const accountId = await accounts.findIdentity(identity)
  return accountId === undefined ? undefined : accounts.find(accountId)
}
