import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { hasIdentity, hasOrReservesIdentity } from './identities.ts'

export type AccountLookup = Pick<AccountStore, 'findIdentity' | 'find'>

/** Finds the account that has an identity, so that the identity can sign in to it. */
export async function findAccountByIdentity(
  accounts: AccountLookup,
  identity: string,
): Promise<AccountRow | undefined> {
  const account = await findLockOwner(accounts, identity)
  return account && hasIdentity(account, identity) ? account : undefined
}

/** Finds the account that has or reserves an identity, so that no other account may take it. */
export async function findAccountByIdentityOrReservation(
  { accounts, now }: { accounts: AccountLookup; now: () => Date },
  identity: string,
): Promise<AccountRow | undefined> {
  const account = await findLockOwner(accounts, identity)
  return account && hasOrReservesIdentity(account, identity, now()) ? account : undefined
}

async function findLockOwner(
  accounts: AccountLookup,
  identity: string,
): Promise<AccountRow | undefined> {
  const accountId = await accounts.findIdentity(identity)
  return accountId === undefined ? undefined : accounts.find(accountId)
}
