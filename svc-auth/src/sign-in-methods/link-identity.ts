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
 * @throws AppError SIGN_IN_METHOD_TAKEN, like {@link claimIdentity}
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
 * Adds an identity to an account: claims the identity row, changes the account, then confirms the row.
 *
 * A row whose account neither lists nor reserves the identity was left behind by a crash or a removal, and is taken
 * over. The slower of two concurrent calls reverts its change, so two accounts never have the same identity.
 *
 * @throws AppError SIGN_IN_METHOD_TAKEN if another account has or reserves it.
 */
export async function claimIdentity(
  deps: LinkIdentityDeps,
  accountId: string,
  identity: string,
  decide: (account: AccountRow) => AccountChange,
): Promise<AccountRow> {
  const ownerId = await deps.accounts.claimIdentity(identity, accountId, deps.now())
  if (ownerId !== accountId) await takeOver(deps, identity, accountId)
  let before: AccountRow | undefined
  const account = await deps.accounts.change(accountId, (current) => {
    before = current
    return decide(current)
  })
  if (await deps.accounts.confirmIdentity(identity, accountId)) return account
  await deps.accounts.change(accountId, (current) =>
    withoutIdentity(current, identity, before ?? current),
  )
  throw new AppError('SIGN_IN_METHOD_TAKEN')
}

/**
 * Deletes an identity row whose account does not list the identity, as left behind by a crash during a removal. Not for
 * e-mail addresses, which an account may reserve.
 */
export async function deleteUnlistedIdentity(
  accounts: AccountStore,
  identity: string,
): Promise<void> {
  const snapshot = await accounts.findIdentity(identity)
  const owner = snapshot && (await accounts.find(snapshot.accountId))
  if (snapshot && owner && !hasIdentity(owner, identity))
    await accounts.removeIdentity(identity, snapshot.accountId, snapshot)
}

async function takeOver(
  { accounts, now }: LinkIdentityDeps,
  identity: string,
  to: string,
): Promise<void> {
  const snapshot = await accounts.findIdentity(identity)
  const owner = snapshot && (await accounts.find(snapshot.accountId))
  const isTaken = owner !== undefined && hasOrReservesIdentity(owner, identity, now())
  if (!snapshot || isTaken || !(await accounts.moveIdentity(identity, snapshot, to))) {
    throw new AppError('SIGN_IN_METHOD_TAKEN')
  }
}

/**
 * Removes an identity from an account, unless it is the last sign-in method, and then deletes the identity row. A crash
 * in between leaves a row that gives no access.
 *
 * @throws AppError LAST_SIGN_IN_METHOD, or ITEM_NOT_FOUND if the account does not list the identity.
 */
export async function unlinkIdentity(
  deps: LinkIdentityDeps,
  accountId: string,
  identity: string,
  remove: (account: AccountRow) => AccountChange,
): Promise<AccountRow> {
  // Read first: if the identity is added to the account again in the meantime, its row changes and is not deleted.
  const snapshot = await deps.accounts.findIdentity(identity)
  const account = await deps.accounts.change(accountId, (current) => {
    if (!hasIdentity(current, identity)) throw new AppError('ITEM_NOT_FOUND')
    const change = remove(current)
    if (countSignInMethods({ ...current, ...change }) === 0)
      throw new AppError('LAST_SIGN_IN_METHOD')
    return change
  })
  await deps.accounts.removeIdentity(identity, accountId, snapshot)
  return account
}
