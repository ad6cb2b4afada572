import type { AccountRow } from '../accounts/accounts.model.ts'

type Named = Pick<AccountRow, 'firstName' | 'lastName' | 'email' | 'wallets'>

/** A person as others in the workspace know them: by name, else address, else wallet. */
export function nameOf({ firstName, lastName, email, wallets }: Named): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const wallet = wallets[0]?.address
  return name || email || (wallet ? `${wallet.slice(0, 6)}...${wallet.slice(-4)}` : 'Somebody')
}
