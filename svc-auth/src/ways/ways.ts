import type { AccountChange } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import {
  emailIdentity,
  passkeyIdentity,
  providerIdentity,
  walletIdentity,
} from '../accounts/identities.ts'

/** How many ways lead into an account: its password, each wallet, each passkey, each outside provider. */
export function countWays(account: AccountRow): number {
  const password = account.passwordHash && account.email ? 1 : 0
  return password + account.wallets.length + account.passkeys.length + account.providers.length
}

/** Whether the account lists an identity: only then does it lead there. */
export function listsIdentity(account: AccountRow, identity: string): boolean {
  return identitiesOf(account).includes(identity)
}

/**
 * Whether nobody else may have an identity: the account lists it, or it is the address before, which opens
 * nothing and stays reserved while the change of address can be undone.
 */
export function keepsIdentity(account: AccountRow, identity: string, now: Date): boolean {
  const { reserved } = account
  const isReserved =
    reserved != null && reserved.until > now && emailIdentity(reserved.email) === identity
  return isReserved || listsIdentity(account, identity)
}

/** Every identity the account lists. */
export function identitiesOf(account: AccountRow): string[] {
  return [
    ...(account.email ? [emailIdentity(account.email)] : []),
    ...account.wallets.map(({ address }) => walletIdentity(address)),
    ...account.passkeys.map(({ id }) => passkeyIdentity(id)),
    ...account.providers.map(({ id }) => providerIdentity(id)),
  ]
}

/** What takes an identity out of an account again; the address becomes what it was before. */
export function withoutWay(
  account: AccountRow,
  identity: string,
  before: Pick<AccountRow, 'email' | 'emailConfirmedAt' | 'reserved'>,
): AccountChange {
  if (!listsIdentity(account, identity)) return {}
  const { email = null, emailConfirmedAt = null, reserved = null } = before
  if (identity.startsWith('email:')) return { email, emailConfirmedAt, reserved }
  return {
    wallets: account.wallets.filter(({ address }) => walletIdentity(address) !== identity),
    passkeys: account.passkeys.filter(({ id }) => passkeyIdentity(id) !== identity),
    providers: account.providers.filter(({ id }) => providerIdentity(id) !== identity),
  }
}
