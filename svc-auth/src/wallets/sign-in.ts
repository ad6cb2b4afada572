import type { AccountRow } from '../accounts/accounts.model.ts'
import { type CreateAccountDeps, createAccount } from '../accounts/create-account.ts'
import { walletIdentity } from '../accounts/identities.ts'
import { findHolder } from '../sign-in-methods/find-holder.ts'
import { deleteUnusedLock } from '../sign-in-methods/link-identity.ts'

export type WalletAccount = { account: AccountRow; isNew: boolean }

/** Returns the account of a verified wallet; creates one if the wallet is new. */
export async function accountOfWallet(
  deps: CreateAccountDeps,
  address: string,
): Promise<WalletAccount | undefined> {
  const identity = walletIdentity(address)
  const known = await findHolder(deps.accounts, identity)
  if (known) return { account: known, isNew: false }
  const wallets = [{ address, addedAt: deps.now() }]
  await deleteUnusedLock(deps.accounts, identity)
  const made = await createAccount(deps, identity, { wallets })
  if (made) return { account: made, isNew: true }
  // A concurrent call with the same wallet was first.
  const account = await findHolder(deps.accounts, identity)
  return account && { account, isNew: false }
}
