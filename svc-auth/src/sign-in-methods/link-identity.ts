import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountChange, AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import {
  countSignInMethods,
  hasIdentity,
  hasOrReservesIdentity,
  withoutIdentity,
} from './identities.ts'

export type LinkIdentityDeps = { accounts: AccountStore; now: () => Date }

/**
 * Adds an identity to an account that does not have it yet.
 *
 * @throws AppError WAY_IN_TAKEN, like {@link claimIdentity}
 */
export function linkIdentity(
  deps: LinkIdentityDeps,
  accountId: string,
  identity: string,
  add: (account: AccountRow) => AccountChange,
): Promise<AccountRow> {
  return claimIdentity(deps, accountId, identity, (account) =>
    hasIdentity(account, identity) ? {} : add(account),
  )
}

/**
 * Adds an identity to an account: claims the lock (the identity's row), changes the account, then confirms the lock.
 *
 * A lock whose account neither has nor reserves the identity was left behind by a crash or a removal, and is taken
 * over. The slower of two concurrent calls reverts its own change, so two accounts never have the same identity.
 *
 * @throws AppError WAY_IN_TAKEN if another account has or reserves it.
 */
export async function claimIdentity(
  deps: LinkIdentityDeps,
  accountId: string,
  identity: string,
  decide: (account: AccountRow) => AccountChange,
): Promise<AccountRow> {
  const holder = await deps.accounts.claimIdentity(identity, accountId, deps.now())
  if (holder !== accountId) await takeOver(deps, identity, accountId)
  let before: AccountRow | undefined
  const account = await deps.accounts.change(accountId, (current) => {
    before = current
    return decide(current)
  })
  if (await deps.accounts.confirmIdentity(identity, accountId)) return account
  await deps.accounts.change(accountId, (current) =>
    withoutIdentity(current, identity, before ?? current),
  )
  throw new AppError('WAY_IN_TAKEN')
}

/**
 * Deletes a lock whose account does not have the identity, as left behind by a crash during a removal. Not for e-mail
 * addresses, which an account may reserve.
 */
export async function deleteUnusedLock(accounts: AccountStore, identity: string): Promise<void> {
  const lock = await accounts.findLock(identity)
  const holder = lock && (await accounts.find(lock.accountId))
  if (lock && holder && !hasIdentity(holder, identity))
    await accounts.removeIdentity(identity, lock.accountId, lock)
}

async function takeOver(
  { accounts, now }: LinkIdentityDeps,
  identity: string,
  to: string,
): Promise<void> {
  const lock = await accounts.findLock(identity)
  const holder = lock && (await accounts.find(lock.accountId))
  const isHeld = holder !== undefined && hasOrReservesIdentity(holder, identity, now())
  if (!lock || isHeld || !(await accounts.moveIdentity(identity, lock, to))) {
    throw new AppError('WAY_IN_TAKEN')
  }
}

/**
 * Removes an identity from an account: first the account's entry, in a change that refuses to remove the last one,
 * then the lock. A crash in between leaves a lock that gives no access.
 *
 * @throws AppError LAST_WAY_IN, or ALREADY_GONE if the account does not list it.
 */
export async function unlinkIdentity(
  deps: LinkIdentityDeps,
  accountId: string,
  identity: string,
  remove: (account: AccountRow) => AccountChange,
): Promise<AccountRow> {
  // Read first, so that the lock is kept if the account has the identity again meanwhile.
  const lock = await deps.accounts.findLock(identity)
  const account = await deps.accounts.change(accountId, (current) => {
    if (!hasIdentity(current, identity)) throw new AppError('ALREADY_GONE')
    const change = remove(current)
    if (countSignInMethods({ ...current, ...change }) === 0) throw new AppError('LAST_WAY_IN')
    return change
  })
  await deps.accounts.removeIdentity(identity, accountId, lock)
  return account
}
