import type { AccountRow } from '../accounts/accounts.model.ts'

type Named = Pick<AccountRow, 'firstName' | 'lastName' | 'email' | 'wallets'>

const NO_NAME = 'Somebody'

/** A person's name as other members see it: the name, otherwise the e-mail address, otherwise the wallet. */
export function nameOf({ firstName, lastName, email, wallets }: Named): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const wallet = wallets[0]?.address
  return name || email || (wallet ? `${wallet.slice(0, 6)}...${wallet.slice(-4)}` : NO_NAME)
}
