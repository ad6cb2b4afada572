import type { AccountChange } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'

/** How many ways lead into an account: its password, each wallet, each passkey, each outside provider. */
export function countWays(account: AccountRow): number {
  const password = account.passwordHash && account.email ? 1 : 0
  return password + account.wallets.length + account.passkeys.length + account.providers.length
}

/** Whether the account lists an identity: only then does it lead there. */
export function listsIdentity(account: AccountRow, identity: string): boolean {
  return identitiesOf(account).includes(identity)
}

/** Every identity the account lists, as `identities._id` spells them. */
export function identitiesOf(account: AccountRow): string[] {
  return [
    ...(account.email ? [`email:${account.email.toLowerCase()}`] : []),
    ...account.wallets.map(({ address }) => `wallet:${address.toLowerCase()}`),
    ...account.passkeys.map(({ id }) => `passkey:${id}`),
    ...account.providers.map(({ id }) => `provider:${id}`),
  ]
}

/** What takes an identity out of an account again; the address becomes what it was before. */
export function withoutWay(
  account: AccountRow,
  identity: string,
  before: Pick<AccountRow, 'email' | 'emailConfirmedAt'>,
): AccountChange {
  if (!listsIdentity(account, identity)) return {}
  const { email = null, emailConfirmedAt = null } = before
  if (identity.startsWith('email:')) return { email, emailConfirmedAt }
  const change = {
    wallets: account.wallets.filter(
      ({ address }) => `wallet:${address.toLowerCase()}` !== identity,
    ),
    passkeys: account.passkeys.filter(({ id }) => `passkey:${id}` !== identity),
    providers: account.providers.filter(({ id }) => `provider:${id}` !== identity),
  }
  return change as unknown as AccountChange
}
