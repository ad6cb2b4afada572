/** Links, unlinks and checks the wallets of an account. */
import { MAX_WALLETS } from '@inkproof/protocol/wallets'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { walletIdentity } from '../accounts/identities.ts'
import { requireAccount } from '../accounts/require-account.ts'
import { describeChange, type RecordChangeDeps, recordChange } from '../events/record-change.ts'
import { assertFirstFactorSuffices } from '../factors/reauthenticate.ts'
import {
  type EndSessionsDeps,
  type SessionContext,
  sessionEndingChange,
} from '../sessions/end-sessions.ts'
import { hasIdentity } from '../sign-in-methods/identities.ts'
import {
  type LinkIdentityDeps,
  linkIdentity,
  unlinkIdentity,
} from '../sign-in-methods/link-identity.ts'

export type LinkWalletDeps = LinkIdentityDeps & EndSessionsDeps & RecordChangeDeps

/**
 * Links a verified wallet to an account. Has no effect if the wallet is already linked to it.
 *
 * @throws AppError SIGN_IN_METHOD_TAKEN, TOO_MANY_WALLETS
 */
export async function linkWallet(
  deps: LinkWalletDeps,
  { session: { accountId }, caller }: SessionContext,
  address: string,
): Promise<AccountRow> {
  const entry = { address, addedAt: deps.now() }
  let isNew = false
  const account = await linkIdentity(deps, accountId, walletIdentity(address), ({ wallets }) => {
    if (wallets.length >= MAX_WALLETS) throw new AppError('TOO_MANY_WALLETS')
    isNew = true
    return { wallets: [...wallets, entry] }
  })
  if (isNew) await recordChange(deps, 'way-added', account, caller, describeMethod(address))
  return account
}

/**
 * Unlinks a wallet and ends all other sessions, which may have been started with it.
 *
 * @throws AppError LAST_SIGN_IN_METHOD, or ITEM_NOT_FOUND if the wallet is not linked.
 */
export async function unlinkWallet(
  deps: LinkWalletDeps,
  { session, caller }: SessionContext,
  address: string,
): Promise<AccountRow> {
  const { accountId, sessionId: keep } = session
  const isOther = (wallet: { address: string }) =>
    wallet.address.toLowerCase() !== address.toLowerCase()
  const notice = describeChange(deps, 'way-removed', caller, describeMethod(address))
  const updated = await unlinkIdentity(deps, accountId, walletIdentity(address), (account) => {
    const wallets = account.wallets.filter(isOther)
    return sessionEndingChange(account, { wallets }, { keep, notice }, deps.now())
  })
  await deps.finalizeAccountChange(updated)
  return updated
}

/**
 * Requires that a wallet is linked to the account, and that a wallet alone is enough to confirm the identity.
 *
 * @throws AppError WALLET_NOT_YOURS, or STRONGER_PROOF_NEEDED if the account has an authenticator app.
 */
export async function requireReauthenticationWallet(
  accounts: AccountStore,
  accountId: string,
  address: string,
): Promise<void> {
  const account = await requireAccount(accounts, accountId)
  if (!hasIdentity(account, walletIdentity(address))) throw new AppError('WALLET_NOT_YOURS')
  assertFirstFactorSuffices(account)
}

/** Returns the event's values that describe the sign-in method. */
function describeMethod(address: string): { way: string; wallet: string } {
  return { way: 'wallet', wallet: `${address.slice(0, 6)}...${address.slice(-4)}` }
}
