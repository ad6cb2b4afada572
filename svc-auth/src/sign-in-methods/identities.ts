import type { AccountChange } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import {
  emailIdentity,
  passkeyIdentity,
  providerIdentity,
  walletIdentity,
} from '../accounts/identities.ts'

/**
 * Counts the sign-in methods of an account: its password, and each wallet, passkey and linked provider account.
 */
export function countSignInMethods(account: AccountRow): number {
  const password = account.passwordHash && account.email ? 1 : 0
  return password + account.wallets.length + account.passkeys.length + account.providers.length
}

/** Whether the account lists an identity; only then can the account be opened with it. */
export function hasIdentity(account: AccountRow, identity: string): boolean {
  return identitiesOf(account).includes(identity)
}

/**
 * Whether the account prevents others from adding an identity: because the account lists the identity, or because the
 * identity is its previous address, which stays reserved while the e-mail change can be undone.
 */
export function hasOrReservesIdentity(account: AccountRow, identity: string, now: Date): boolean {
  const { reserved } = account
  const isReserved =
    reserved != null && reserved.until > now && emailIdentity(reserved.email) === identity
  return isReserved || hasIdentity(account, identity)
}

/**
 * Returns every identity of the account: none once its deletion has started, although its row still has the address.
 */
export function identitiesOf(account: AccountRow): string[] {
  if (account.goneAt) return []
  return [
    ...(account.email ? [emailIdentity(account.email)] : []),
    ...account.wallets.map(({ address }) => walletIdentity(address)),
    ...account.passkeys.map(({ id }) => passkeyIdentity(id)),
    ...account.providers.map(({ id }) => providerIdentity(id)),
  ]
}

/**
 * Returns the change that removes an identity from an account; empty if the account does not list it. If the identity
 * is the e-mail address, the change restores the address in `before`.
 */
export function withoutIdentity(
  account: AccountRow,
  identity: string,
  before: Pick<AccountRow, 'email' | 'emailConfirmedAt' | 'reserved'>,
): AccountChange {
  if (!hasIdentity(account, identity)) return {}
  const { email = null, emailConfirmedAt = null, reserved = null } = before
  if (identity.startsWith('email:')) return { email, emailConfirmedAt, reserved }
  return {
    wallets: account.wallets.filter(({ address }) => walletIdentity(address) !== identity),
    passkeys: account.passkeys.filter(({ id }) => passkeyIdentity(id) !== identity),
    providers: account.providers.filter(({ id }) => providerIdentity(id) !== identity),
  }
}
