import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountChange, AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { countWays, listsIdentity } from './ways.ts'

export type WayDeps = { accounts: AccountStore; now: () => Date }

/**
 * Adds a way into an account: first the lock (the identity), then the account's own entry, then a look
 * whether the lock is still held.
 *
 * A lock whose account does not list it is what a crash between two steps left, or a way that was removed:
 * it is taken over. Two accounts can therefore never list one identity that leads to both.
 *
 * @throws AppError WAY_IN_TAKEN when another account lists it.
 */
export async function linkWay(
  deps: WayDeps,
  accountId: string,
  identity: string,
  add: (account: AccountRow) => AccountChange,
): Promise<AccountRow> {
  const holder = await deps.accounts.claimIdentity(identity, accountId, deps.now())
  if (holder !== accountId) await takeOver(deps.accounts, identity, holder, accountId)
  const account = await deps.accounts.change(accountId, (now) =>
    listsIdentity(now, identity) ? {} : add(now),
  )
  if ((await deps.accounts.findIdentity(identity)) !== accountId) throw new AppError('WAY_IN_TAKEN')
  return account
}

async function takeOver(
  accounts: AccountStore,
  identity: string,
  from: string,
  to: string,
): Promise<void> {
  const holder = await accounts.find(from)
  const isHeld = holder !== undefined && listsIdentity(holder, identity)
  if (isHeld || !(await accounts.moveIdentity(identity, from, to))) {
    throw new AppError('WAY_IN_TAKEN')
  }
}

/**
 * Takes a way out of an account: first the account's entry, where "never the last" is decided, then the
 * lock. What a crash leaves is a lock that opens nothing.
 *
 * @throws AppError LAST_WAY_IN, or NOT_FOUND when the account does not list it.
 */
export async function unlinkWay(
  deps: WayDeps,
  accountId: string,
  identity: string,
  remove: (account: AccountRow) => AccountChange,
): Promise<AccountRow> {
  const account = await deps.accounts.change(accountId, (now) => {
    if (!listsIdentity(now, identity)) throw new AppError('NOT_FOUND')
    const change = remove(now)
    if (countWays({ ...now, ...change }) === 0) throw new AppError('LAST_WAY_IN')
    return change
  })
  await deps.accounts.removeIdentity(identity, accountId)
  return account
}
