import type { AccountRow } from '../accounts/accounts.model.ts'
import { type CreateAccountDeps, createAccount } from '../accounts/create-account.ts'
import { walletIdentity } from '../accounts/identities.ts'
import type { CountNewAccount } from '../accounts/new-account-limit.ts'
import { findAccountByIdentity } from '../sign-in-methods/find-account-by-identity.ts'
import { deleteUnlistedIdentity } from '../sign-in-methods/link-identity.ts'

export type WalletAccount = { account: AccountRow; isNew: boolean }

/**
 * Finds the account of a verified wallet, or creates one. Returns undefined while another account is linking the
 * wallet.
 */
export async function findOrCreateWalletAccount(
  deps: CreateAccountDeps & { countNewAccount: CountNewAccount },
  address: string,
  network: string,
): Promise<WalletAccount | undefined> {
  const identity = walletIdentity(address)
  const existing = await findAccountByIdentity(deps.accounts, identity)
  if (existing) return { account: existing, isNew: false }
  await deps.countNewAccount(network)
  const wallets = [{ address, addedAt: deps.now() }]
  await deleteUnlistedIdentity(deps.accounts, identity)
  const created = await createAccount(deps, identity, { wallets })
  if (created) return { account: created, isNew: true }
  // A concurrent call with the same wallet has created the account.
  const account = await findAccountByIdentity(deps.accounts, identity)
  return account && { account, isNew: false }
}
