import type { AccountRow } from '../accounts/accounts.model.ts'

type Named = Pick<AccountRow, 'firstName' | 'lastName' | 'email' | 'wallets'>

const DEFAULT_NAME = 'Somebody'

/** Returns a user's name as shown to other members: the name, or else the e-mail address or wallet. */
export function displayName({ firstName, lastName, email, wallets }: Named): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const wallet = wallets[0]?.address
  return name || email || (wallet ? `${wallet.slice(0, 6)}...${wallet.slice(-4)}` : DEFAULT_NAME)
}
