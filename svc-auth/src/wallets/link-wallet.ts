/** Wallets of an account that exists: added, removed, recognised. */
import { MOST_WALLETS } from '@inkproof/protocol/wallets'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { walletIdentity } from '../accounts/identities.ts'
import { mustFind } from '../accounts/must-find.ts'
import { describeChange, type RecordChangeDeps, recordChange } from '../events/record-change.ts'
import { refuseWeakProof } from '../factors/prove.ts'
import { type Changer, type EndSessionsDeps, ending } from '../sessions/end-sessions.ts'
import { linkWay, unlinkWay, type WayDeps } from '../ways/link-way.ts'
import { listsIdentity } from '../ways/ways.ts'

export type LinkWalletDeps = WayDeps & EndSessionsDeps & RecordChangeDeps

/**
 * Adds a proved wallet to an account. Adding one that it has changes nothing.
 *
 * @throws AppError WAY_IN_TAKEN, TOO_MANY_WALLETS
 */
export async function linkWallet(
  deps: LinkWalletDeps,
  { session: { accountId }, caller }: Changer,
  address: string,
): Promise<AccountRow> {
  const entry = { address, addedAt: deps.now() }
  let isNew = false
  const account = await linkWay(deps, accountId, walletIdentity(address), ({ wallets }) => {
    if (wallets.length >= MOST_WALLETS) throw new AppError('TOO_MANY_WALLETS')
    isNew = true
    return { wallets: [...wallets, entry] }
  })
  if (isNew) await recordChange(deps, 'way-added', account, caller, wayOf(address))
  return account
}

/**
 * Ends all other sessions: they may have begun with it.
 *
 * @throws AppError LAST_WAY_IN, or ALREADY_GONE when the account does not have it.
 */
export async function unlinkWallet(
  deps: LinkWalletDeps,
  { session, caller }: Changer,
  address: string,
): Promise<AccountRow> {
  const { accountId, sessionId: keep } = session
  const isOther = (wallet: { address: string }) =>
    wallet.address.toLowerCase() !== address.toLowerCase()
  const notice = describeChange(deps, 'way-removed', caller, wayOf(address))
  const account = await unlinkWay(deps, accountId, walletIdentity(address), (now) => {
    const wallets = now.wallets.filter(isOther)
    return ending(now, { wallets }, { keep, tell: notice }, deps.now())
  })
  await deps.finalizeAccountChange(account)
  return account
}

/**
 * @throws AppError WALLET_NOT_YOURS unless the account lists the wallet, STRONGER_PROOF_NEEDED where a wallet
 *   alone does not sign in.
 */
export async function requireLinked(
  accounts: AccountStore,
  accountId: string,
  address: string,
): Promise<void> {
  const account = await mustFind(accounts, accountId)
  if (!listsIdentity(account, walletIdentity(address))) throw new AppError('WALLET_NOT_YOURS')
  refuseWeakProof(account)
}

function wayOf(address: string): { way: string; wallet: string } {
  return { way: 'wallet', wallet: `${address.slice(0, 6)}...${address.slice(-4)}` }
}
