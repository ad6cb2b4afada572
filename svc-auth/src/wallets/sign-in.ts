import type { AccountRow } from '../accounts/accounts.model.ts'
import { type CreateAccountDeps, createAccount } from '../accounts/create-account.ts'
import { walletIdentity } from '../accounts/identities.ts'
import { holderOf } from '../ways/holder-of.ts'
import { freeWay } from '../ways/link-way.ts'

export type WalletAccount = { account: AccountRow; isNew: boolean }

/** The account a proved wallet leads to; one is made for a wallet that nobody has signed in with. */
export async function accountOfWallet(
  deps: CreateAccountDeps,
  address: string,
): Promise<WalletAccount | undefined> {
  const identity = walletIdentity(address)
  const known = await holderOf(deps.accounts, identity)
  if (known) return { account: known, isNew: false }
  const wallets = [{ address, addedAt: deps.now() }]
  await freeWay(deps.accounts, identity)
  const made = await createAccount(deps, identity, { wallets })
  if (made) return { account: made, isNew: true }
  // Another call with the same wallet came first.
  const account = await holderOf(deps.accounts, identity)
  return account && { account, isNew: false }
}
