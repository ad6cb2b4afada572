import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { hasIdentity, hasOrReservesIdentity } from './identities.ts'

export type AccountLookup = Pick<AccountStore, 'findAccountId' | 'find'>

/** Finds the account that lists an identity and can therefore be signed in to with it. */
export async function findAccountByIdentity(
  accounts: AccountLookup,
  identity: string,
): Promise<AccountRow | undefined> {
  const account = await findClaimingAccount(accounts, identity)
  return account && hasIdentity(account, identity) ? account : undefined
}

/** Finds the account that has or reserves an identity and thereby prevents other accounts from adding it. */
export async function findAccountByIdentityOrReservation(
  { accounts, now }: { accounts: AccountLookup; now: () => Date },
  identity: string,
): Promise<AccountRow | undefined> {
  const account = await findClaimingAccount(accounts, identity)
  return account && hasOrReservesIdentity(account, identity, now()) ? account : undefined
}

async function findClaimingAccount(
  accounts: AccountLookup,
  identity: string,
): Promise<AccountRow | undefined> {
  const accountId = await accounts.findAccountId(identity)
  return accountId === undefined ? undefined : accounts.find(accountId)
}
