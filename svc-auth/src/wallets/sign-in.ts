import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { type CreateAccountDeps, createAccount } from '../accounts/create-account.ts'
import { walletIdentity } from '../accounts/identities.model.ts'
import { freeWay } from '../ways/link-way.ts'
import { listsIdentity } from '../ways/ways.ts'

export type WalletAccount = { account: AccountRow; isNew: boolean }

/** The account a proved wallet leads to; one is made for a wallet that nobody has signed in with. */
export async function accountOfWallet(
  deps: CreateAccountDeps,
  address: string,
): Promise<WalletAccount | undefined> {
  const known = await findAccount(deps.accounts, address)
  if (known) return { account: known, isNew: false }
  const wallets = [{ address, addedAt: deps.now() }] as unknown as AccountRow['wallets']
  await freeWay(deps.accounts, walletIdentity(address))
  const made = await createAccount(deps, walletIdentity(address), { wallets })
  if (made) return { account: made, isNew: true }
  // Another call with the same wallet came first.
  const account = await findAccount(deps.accounts, address)
  return account && { account, isNew: false }
}

async function findAccount(
  accounts: AccountStore,
  address: string,
): Promise<AccountRow | undefined> {
  const identity = walletIdentity(address)
  const accountId = await accounts.findIdentity(identity)
  const account = accountId === undefined ? undefined : await accounts.find(accountId)
  return account && listsIdentity(account, identity) ? account : undefined
}
