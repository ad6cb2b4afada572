import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountChange, AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { countWays, keepsIdentity, listsIdentity, withoutWay } from './ways.ts'

export type WayDeps = { accounts: AccountStore; now: () => Date }

/** Adds a way into an account that does not list it yet. @throws AppError WAY_IN_TAKEN, as {@link takeWay} */
export function linkWay(
  deps: WayDeps,
  accountId: string,
  identity: string,
  add: (account: AccountRow) => AccountChange,
): Promise<AccountRow> {
  return takeWay(deps, accountId, identity, (now) => (listsIdentity(now, identity) ? {} : add(now)))
}

/**
 * Changes an account to one that lists a way: first the lock (the identity), then the account's own entry,
 * then the lock is confirmed.
 *
 * A lock whose account does not keep it is what a crash between two steps left, or a way that was removed:
 * it is taken over. Who was slower than that takes their own entry back, so two accounts never list one way.
 *
 * @throws AppError WAY_IN_TAKEN when another account lists it or has it reserved.
 */
export async function takeWay(
  deps: WayDeps,
  accountId: string,
  identity: string,
  decide: (account: AccountRow) => AccountChange,
): Promise<AccountRow> {
  const holder = await deps.accounts.claimIdentity(identity, accountId, deps.now())
  if (holder !== accountId) await takeOver(deps, identity, accountId)
  let before: AccountRow | undefined
  const account = await deps.accounts.change(accountId, (now) => {
    before = now
    return decide(now)
  })
  if (await deps.accounts.confirmIdentity(identity, accountId)) return account
  await deps.accounts.change(accountId, (now) => withoutWay(now, identity, before ?? now))
  throw new AppError('WAY_IN_TAKEN')
}

/**
 * Frees what a crash while a way was removed left behind: a lock on an account that does not list it.
 * For ways that nobody keeps for later, as an address that was changed away from is kept.
 */
export async function freeWay(accounts: AccountStore, identity: string): Promise<void> {
  const lock = await accounts.findLock(identity)
  const holder = lock && (await accounts.find(lock.accountId))
  if (lock && holder && !listsIdentity(holder, identity))
    await accounts.removeIdentity(identity, lock.accountId, lock)
}

async function takeOver({ accounts, now }: WayDeps, identity: string, to: string): Promise<void> {
  const lock = await accounts.findLock(identity)
  const holder = lock && (await accounts.find(lock.accountId))
  const isHeld = holder !== undefined && keepsIdentity(holder, identity, now())
  if (!lock || isHeld || !(await accounts.moveIdentity(identity, lock, to))) {
    throw new AppError('WAY_IN_TAKEN')
  }
}

/**
 * Takes a way out of an account: first the account's entry, where "never the last" is decided, then the
 * lock. What a crash leaves is a lock that opens nothing.
 *
 * @throws AppError LAST_WAY_IN, or ALREADY_GONE when the account does not list it.
 */
export async function unlinkWay(
  deps: WayDeps,
  accountId: string,
  identity: string,
  remove: (account: AccountRow) => AccountChange,
): Promise<AccountRow> {
  // Read first: an account that lists it again meanwhile keeps the lock.
  const lock = await deps.accounts.findLock(identity)
  const account = await deps.accounts.change(accountId, (now) => {
    if (!listsIdentity(now, identity)) throw new AppError('ALREADY_GONE')
    const change = remove(now)
    if (countWays({ ...now, ...change }) === 0) throw new AppError('LAST_WAY_IN')
    return change
  })
  await deps.accounts.removeIdentity(identity, accountId, lock)
  return account
}
