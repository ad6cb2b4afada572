import type { AccountRow } from '../accounts/accounts.model.ts'

type Named = Pick<AccountRow, 'firstName' | 'lastName' | 'email' | 'wallets'>

const DEFAULT_NAME = 'Someone'

/** Returns the name shown to other members: the user's name, e-mail address, shortened wallet address or “Someone”. */
export function displayName({ firstName, lastName, email, wallets }: Named): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const wallet = wallets[0]?.address
  return name || email || (wallet ? `${wallet.slice(0, 6)}...${wallet.slice(-4)}` : DEFAULT_NAME)
}
