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
